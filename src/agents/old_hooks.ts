/**
 * Commands in agents' settings that call a hook in an old way, and what they are now: `runok hook …`,
 * `runok check …` and `usher check --input-format claude-code-hook` become `usher hook --agent …`.
 * (`01-cli.md`, last lines; seed, "Migrating")
 */
import { commandWords, type PlacedWord } from "../shell/command_words.ts";
import { quoteWord } from "../shell/quote.ts";
import { applyEdits, type Edit } from "../text/edits.ts";

/** What became of a command. */
export type Rewritten =
  /** It is none of ours, or as it should be. */
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly command: string }
  /** It names the old program in a way that is not surely understood. */
  | { readonly kind: "unclear"; readonly why: string };

/** What a settings file's commands are rewritten to. */
export interface HookTarget {
  /** The agent whose settings they stand in, as `--agent` has it. */
  readonly agent: string;
  /** How to call this program in place of that one, which is as written: `runok`, `/opt/bin/runok`. */
  readonly program: (old: string) => string;
}

/** Flags of the old commands that the hook has too. */
const keptFlags = /^(?:-c|--config|--verbose)$/;
/** Flags that say what the hook does anyway. */
const droppedFlags = /^--(?:input|output)-format$/;
/** Of these flags, those that take a value. */
const valuedFlags = /^(?:-c|--config|--(?:input|output)-format|--agent|--agent-name)$/;

/** A longer command, in characters, is nobody's hook. */
const longestCommand = 20_000;

/** What a command of a hook entry becomes, in shell text. */
export function rewriteHookCommand(command: string, target: HookTarget): Rewritten {
  if (!/runok|usher/.test(command)) return { kind: "same" };
  if (command.length > longestCommand) return { kind: "unclear", why: "it is too long" };
  const edits: Edit[] = [];
  const commands = commandWords(command);
  for (const words of commands ?? []) {
    const result = editsOf(command, words, target);
    if (typeof result === "string") return { kind: "unclear", why: result };
    edits.push(...result);
  }
  const changed = applyEdits(command, edits);
  const isLeft = edits.length === 0 ? oldCall.test(command) : oldName.test(changed);
  if (isLeft) {
    const why = commands === null
      ? "it does not parse"
      : "it names runok in some other way than to call it as a hook";
    return { kind: "unclear", why };
  }
  return edits.length === 0 ? { kind: "same" } : { kind: "changed", command: changed };
}

/** The same for a program and its arguments that no shell reads. */
export function rewriteHookWords(
  words: readonly string[],
  target: HookTarget,
):
  | { readonly kind: "changed"; readonly words: readonly string[] }
  | Exclude<
    Rewritten,
    { kind: "changed" }
  > {
  const command = words.map(quoteWord).join(" ");
  const result = rewriteHookCommand(command, target);
  if (result.kind !== "changed") return result;
  const [changed = []] = commandWords(result.command) ?? [];
  return { kind: "changed", words: changed.map(({ value }) => value ?? "") };
}

/** A call of the old program as a hook, wherever it stands. */
const oldCall = /\brunok(?:\.exe)?["']?(?:\s+-\S+(?:\s+[^-\s]\S*)?)*\s+(?:hook|check)\b/;

/** The old program's name, but not in the names of its files and folders. */
const oldName = /(?:^|[^\w.-])runok(?:\.exe)?(?![\w./-])/;

/** The changes to one simple command; a text that says why it cannot be changed. */
function editsOf(
  text: string,
  words: readonly PlacedWord[],
  { agent, program }: HookTarget,
): readonly Edit[] | string {
  const first = words.findIndex(({ value }) => value !== "exec" && value !== "command");
  const called = words[first];
  if (called === undefined) return [];
  const written = text.slice(called.start, called.end);
  const name = /(?:^|[/\\"'])(runok|usher)(?:\.exe)?["']?$/.exec(written)?.[1];
  if (name === undefined) return [];
  const args = words.slice(first + 1);
  const at = subcommandAt(args);
  const subcommand = args[at];
  const old = called.value ?? written.replace(/["']/g, "");
  const edits: Edit[] = name === "usher" ? [] : [replaced(called, quoteWord(program(old)))];
  if (subcommand?.value === "hook") {
    if (name === "usher") return [];
    const hasAgent = args.some(({ value }) => value === "--agent" || value?.startsWith("--agent="));
    return hasAgent ? edits : [...edits, replaced(subcommand, `hook --agent ${agent}`)];
  }
  if (subcommand?.value !== "check") return [];
  return checkEdits(text, args, at, { name, agent, edits });
}

function checkEdits(
  text: string,
  args: readonly PlacedWord[],
  at: number,
  { name, agent, edits }: { name: string; agent: string; edits: readonly Edit[] },
): readonly Edit[] | string {
  const changes = [...edits];
  let format: string | null = null;
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === undefined || i === at) continue;
    const { value } = word;
    if (value === null || !value.startsWith("-")) {
      return name === "usher" ? [] : "it checks a command of its own, which no hook does";
    }
    const equals = value.indexOf("=");
    const flag = equals < 0 ? value : value.slice(0, equals);
    const last = equals < 0 && valuedFlags.test(flag) ? args[++i] ?? word : word;
    if (droppedFlags.test(flag)) {
      if (flag === "--input-format") format = equals < 0 ? last.value : value.slice(equals + 1);
      changes.push({ start: startOfGap(text, word.start), end: last.end, text: "" });
    } else if (!keptFlags.test(flag)) {
      return name === "usher" ? [] : `\`${flag}\` has no counterpart in 'usher hook'`;
    }
  }
  const isHook = format === "claude-code-hook";
  if (name === "usher" && !isHook) return [];
  if (format !== null && !isHook) return `the input format ${format} is no hook's`;
  const subcommand = args[at];
  if (subcommand === undefined) return [];
  return [...changes, replaced(subcommand, `hook --agent ${isHook ? "claude-code" : agent}`)];
}

/** Where the subcommand is: behind global flags. */
function subcommandAt(args: readonly PlacedWord[]): number {
  for (let i = 0; i < args.length; i++) {
    const value = args[i]?.value ?? null;
    if (value === null || !value.startsWith("-")) return i;
    if (value === "-c" || value === "--config") i++;
  }
  return -1;
}

function startOfGap(text: string, at: number): number {
  return at - (/\s*$/.exec(text.slice(0, at))?.[0].length ?? 0);
}

function replaced({ start, end }: PlacedWord, text: string): Edit {
  return { start, end, text };
}

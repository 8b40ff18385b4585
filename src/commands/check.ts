/** `usher check`: what the rules say, on standard output. Runs nothing, writes nothing down. */
import { claude } from "../agents/claude.ts";
import { asUsherError } from "../hook/error_text.ts";
import { failHook, runHook } from "../hook/flow.ts";
import type { Action } from "../rules/rule_set.ts";
import { UsherError } from "../text/error.ts";
import type { Host } from "../text/host.ts";
import { batchedOutput } from "./batched_output.ts";
import { inputsOf } from "./check_inputs.ts";
import { jsonAnswer } from "./check_json.ts";
import { explanation, textAnswer } from "./check_text.ts";
import { type Checked, checkInput, folderOf, type Judge, judgeOf } from "./checker.ts";
import { failWith, serveHelp } from "./command.ts";
import { loadOrReport } from "./configuration.ts";
import { type Parsed, parseOptions } from "./options.ts";
import { painter } from "./paint.ts";
import { checkSpec } from "./spec/check.ts";

type Flags = Parsed<typeof checkSpec.flags>["flags"];

const oldHookFormat = "claude-code-hook";

/** Runs the command. */
export async function run(host: Host, args: readonly string[]): Promise<number> {
  const parsed = parseOptions(checkSpec, args);
  const { flags, words, error } = parsed;
  if (await serveHelp(host, checkSpec, flags)) return 0;
  const format = flags["input-format"];
  if (format === oldHookFormat) {
    host.stderr(deprecation);
    if (words.length === 0) return await oldHook(host, flags, error);
  }
  if (error !== null) return failWith(host, error, 2);
  if (format !== undefined && format !== oldHookFormat) {
    const why = `'--input-format' is ${oldHookFormat}, not '${format}'`;
    return failWith(host, new UsherError("check", why), 2);
  }
  return await checkAll(host, flags, words);
}

const deprecation =
  `usher: warning: 'usher check --input-format ${oldHookFormat}' is deprecated, use 'usher hook ` +
  "--agent claude-code'; 'usher migrate' rewrites it\n";

/** The hook as it was called before it had a command of its own. (seed, "Migrating") */
function oldHook(host: Host, flags: Flags, error: UsherError | null): Promise<number> {
  const request = {
    agent: claude,
    event: null,
    config: flags.config ?? null,
    ask: false,
    statusline: false,
    failClosed: false,
    verbose: flags.verbose,
  };
  return error === null ? runHook(host, request) : failHook(host, request, error);
}

/** Judges everything, and gives the exit code. */
async function checkAll(host: Host, flags: Flags, words: readonly string[]): Promise<number> {
  const render = renderer(host, flags);
  const output = batchedOutput(host);
  const verdicts = new Set<Action>();
  let current: Judge | null = null;
  try {
    for await (const batch of inputsOf(host, flags.tool ?? null, words)) {
      for (const input of batch) {
        if (input.kind === "bad") throw input.error;
        const folder = folderOf(input);
        if (current === null || current.folder !== folder) {
          const configuration = await loadOrReport(host, folder, flags.config ?? null, {
            cache: "read",
          });
          if (configuration === null) return output.flush(), 2;
          current = judgeOf(host, folder, configuration);
        }
        const checked = await checkInput(current, input);
        verdicts.add(checked.verdict.action);
        output.write(render(checked));
      }
      // A reader that has seen enough is no error.
      if (!output.flush()) break;
    }
    return exitCode(flags, verdicts);
  } catch (thrown) {
    output.flush();
    return failWith(host, asUsherError(thrown), 2);
  }
}

/** One answer as text, in the form that the flags ask for. */
function renderer(host: Host, flags: Flags): (checked: Checked) => string {
  const paint = painter(host, flags["no-color"]);
  return ({ subject, verdict, answer, untrusted }) => {
    if (flags.verbose) host.stderr(textAnswer(subject, verdict) + explanation(verdict, untrusted));
    if (flags["output-format"] === "json") {
      return jsonAnswer(verdict, { untrusted, explain: flags.explain });
    }
    const line = answer ?? textAnswer(subject, verdict, paint);
    return flags.explain ? line + explanation(verdict, untrusted, paint) : line;
  };
}

/** With `--exit-code` that of the worst verdict. (`01-cli.md`) */
function exitCode(flags: Flags, verdicts: ReadonlySet<Action>): number {
  if (!flags["exit-code"]) return 0;
  if (verdicts.has("deny")) return 3;
  return verdicts.has("ask") || verdicts.has("pass") ? 1 : 0;
}

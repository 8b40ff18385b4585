/**
 * `experimental.require_command_in_path`: a command that no rule speaks of has to be on PATH. It is there
 * for misspelt and made-up names and protects from nothing, so that it says nothing where the name may
 * mean something that is not on PATH.
 */
import { builtinNames } from "../shell/builtin_names.ts";
import type { SimpleCommand } from "../shell/command.ts";
import { reservedWords } from "../shell/shell_builtins.ts";
import { staticValue } from "../shell/words.ts";
import { baseOf } from "./command_name.ts";
import { notedPart, type Part } from "./part.ts";
import type { CommandCheck } from "./rule_set.ts";
import type { Situation } from "./situation.ts";

/** Commands that may define others, or change where they are looked for. */
const definesCommands: ReadonlySet<string> = new Set([
  ...["source", ".", "eval", "trap", "autoload", "emulate", "hash", "enable", "zmodload"],
]);

/** Launchers whose command runs on another machine, or with other files. */
const runsElsewhere: ReadonlySet<string> = new Set(
  ("ssh autossh mosh docker podman nerdctl docker-compose podman-compose kubectl oc lxc incus vagrant " +
    "ansible chroot nsenter unshare systemd-run flatpak toolbox distrobox wsl adb nix nix-shell direnv " +
    "mise asdf npx pnpm yarn bunx uv poetry pipenv pdm rye hatch bundle").split(" "),
);

/** Says of a command whether it cannot be found; null when there is nothing to say. */
export type MissingCommand = (command: SimpleCommand) => Part | null;

/** The check in a situation; null when it is off, or nothing is known of PATH. */
export function missingCommand(
  check: CommandCheck | undefined,
  { isOnPath }: Situation,
): MissingCommand | null {
  if (check === undefined || isOnPath === undefined) return null;
  return (command) => {
    const [word] = command.argv;
    const name = word === undefined ? null : staticValue(word);
    if (name === null || !isLookedUp(name) || check.ignore.includes(name)) return null;
    if (isOnPath(name) !== false) return null;
    return missingPart(command.text, name, check.action);
  };
}

/** The check behind a command, whose text or effects may define others; and with a PATH of its own. */
export function checkBehind(
  missing: MissingCommand | null,
  { argv, assignments }: SimpleCommand,
): MissingCommand | null {
  if (missing === null) return null;
  const name = argv[0]?.value ?? "";
  const defines = definesCommands.has(name) ||
    assignments.some(({ name }) => name === "PATH" || name === "path");
  return defines ? null : missing;
}

/** The check of the functions and aliases that a text does not define. */
export function checkIn(missing: MissingCommand | null, text: string): MissingCommand | null {
  if (missing === null || !/\(\s*\)|\bfunction\b|\balias\b/.test(text)) return missing;
  return (command) => {
    const name = command.argv[0]?.value ?? "";
    const quoted = name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    const defined = new RegExp(
      `(?:^|[\\s;&|({])${quoted}\\s*\\(\\s*\\)|\\bfunction\\s+${quoted}(?![\\w-])|` +
        `\\balias\\b[^\\n;&|]*\\s${quoted}=`,
    );
    return defined.test(text) ? null : missing(command);
  };
}

/** The check of what a launcher runs. */
export function checkInside(
  missing: MissingCommand | null,
  { argv }: SimpleCommand,
): MissingCommand | null {
  return runsElsewhere.has(baseOf(argv[0]?.value ?? "")) ? null : missing;
}

/** Whether a shell looks this name up on PATH. */
function isLookedUp(name: string): boolean {
  return name !== "" && !/[/$`~]/.test(name) && !builtinNames.has(name) && !reservedWords.has(name);
}

function missingPart(text: string, name: string, action: CommandCheck["action"]): Part {
  const reason = `command '${name}' not found in PATH (experimental.require_command_in_path)`;
  const fixSuggestion =
    `if '${name}' is a shell function or alias defined in your shell profile, add it to ` +
    "experimental.require_command_in_path.ignore, or add an allow rule for it instead. " +
    "Otherwise, check for a typo.";
  const part = notedPart(text, reason);
  return { ...part, reason, verdict: { ...part.verdict, action, fixSuggestion } };
}

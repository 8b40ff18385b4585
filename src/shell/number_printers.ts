/** Commands that print nothing but numbers, whatever they read. */
import type { Command, ParsedScript, PipelineNode, Word as WordNode } from "unbash";
import { type NumberSources, textIsNumber, valueIsNumber } from "./number_words.ts";
import { programName } from "./shells.ts";

/** A word of a command: its value where that is written, and whether it surely is one operand. */
interface Argument {
  readonly value: string | null;
  /** It is one word, and no option. */
  readonly operand: boolean;
  readonly node: WordNode;
}

/** Says whether a command with these words behind its name prints just numbers. */
type Printer = (words: readonly Argument[], sources: NumberSources) => boolean;

/** Whether a script prints nothing but numbers. */
export function printsNumber(sources: NumberSources, script: ParsedScript | undefined): boolean {
  const [statement, ...more] = script?.commands ?? [];
  if (statement === undefined || more.length > 0 || statement.background === true) return false;
  const { command } = statement;
  return command.type === "AndOr"
    ? command.commands.every((part) => isSilent(part) || nodePrints(sources, part))
    : nodePrints(sources, command);
}

function nodePrints(sources: NumberSources, node: PipelineNode): boolean {
  if (node.type !== "Pipeline") return node.type === "Command" && commandPrints(sources, node);
  if (node.operators.some((operator) => operator !== "|")) return false;
  for (const command of node.commands.toReversed()) {
    if (command.type !== "Command") return false;
    if (commandPrints(sources, command)) return true;
    if (!keepsNumbers(sources, command)) return false;
  }
  return false;
}

function isSilent(node: PipelineNode): boolean {
  return node.type === "Command" && node.suffix.length === 0 && node.prefix.length === 0 &&
    /^(?:true|false|:)$/.test(node.name?.text ?? "");
}

function commandPrints(sources: NumberSources, command: Command): boolean {
  const printer = printers.get(nameOf(sources, command) ?? "");
  return printer !== undefined && printer(argumentsOf(command), sources);
}

/** A filter that gives back some of the lines or characters it reads. */
function keepsNumbers(sources: NumberSources, command: Command): boolean {
  const values = argumentsOf(command).map(({ value }) => value);
  switch (nameOf(sources, command)) {
    case "cat":
    case "xargs":
      return values.length === 0;
    case "head":
    case "tail":
      return values.every((value) => value !== null && /^(?:-n|-?\d+|-[nc]\d+)$/.test(value));
    case "sort":
      return values.every((value) => value !== null && /^-[nru]+$/.test(value));
    case "tr":
      return values.length === 2 && values[0] === "-d" && values[1] !== null;
    default:
      return false;
  }
}

/** The name of a command that is what it says, and writes only what it prints to standard output. */
function nameOf(
  { functions }: NumberSources,
  { name, prefix, redirects }: Command,
): string | null {
  if (name === undefined || name.parts !== undefined || functions === null) return null;
  if (!/^(?:\/(?:usr\/)?bin\/)?\w+$/.test(name.text)) return null;
  if (prefix.some(({ type }) => type === "Assignment") || functions.has(name.text)) return null;
  const harmless = redirects.every(({ operator, descriptor }) =>
    operator === "<" || operator.startsWith("<<") ||
    ((operator === ">" || operator === ">>") && descriptor?.type === "FileDescriptor" &&
      descriptor.value === 2)
  );
  return harmless ? programName(name.text) : null;
}

function argumentsOf({ args }: Command): readonly Argument[] {
  return args.map((node): Argument => {
    if (node.type === "Assignment") {
      return {
        value: null,
        operand: false,
        node: { ...node, type: "Word", value: node.text, parts: [] },
      };
    }
    const value = writtenValue(node);
    const [first] = node.parts ?? [];
    const quoted = node.parts?.length === 1 && first?.type === "DoubleQuoted" &&
      first.parts[0]?.type === "Literal" && !first.parts[0].value.startsWith("-");
    return { value, operand: value === null ? quoted : !value.startsWith("-"), node };
  });
}

/** A word's value where all of it is written; else null. */
function writtenValue({ value, text, parts }: WordNode): string | null {
  if (parts === undefined) return /^~|[\\]/.test(text) ? null : value;
  const written = parts.every((part) =>
    part.type === "SingleQuoted" || (part.type === "Literal" && !part.text.includes("\\")) ||
    (part.type === "DoubleQuoted" && part.parts.every(({ type }) => type === "Literal"))
  );
  return written ? value : null;
}

/** `%s` and its like, and digits. */
const dateFormat = /^\+(?:%[-_0]?[sYymdeHIklMSNjuwGVUgC]|\d)+$/;
const statFormat = /^(?:-c|--format=|--printf=)?(?:%[sYXZWaughibB])$/;
const grepFlags = /^-[cEFGPivwxoqsahyn]+$|^--(?:count|ignore-case|invert-match|no-filename)$/;
const systemValues = /^(?:_NPROCESSORS_(?:ONLN|CONF)|PAGE_?SIZE|_PHYS_PAGES|ARG_MAX|LONG_BIT)$/;
const lengthProgram = /^(?:[\w.\s|[\]]*\|\s*)?length$/;

const printers: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["wc", (words) => all(words, /^-[lwcmL]+$|^--(?:lines|words|bytes|chars)$/)],
  ["nproc", (words) => all(words, /^--(?:all|ignore=\d+)$/)],
  ["date", (words) => {
    const formats = words.filter(({ value }) => value?.startsWith("+") === true);
    return formats.length === 1 && all(formats, dateFormat) &&
      words.every(({ value, node }) => value !== null || node.text.startsWith('"'));
  }],
  ["id", (words) =>
    words.some(({ value }) => /^-r?[ug]r?$/.test(value ?? "")) &&
    words.every(({ value, operand }) => operand || /^-r?[ug]?r?$/.test(value ?? ""))],
  ["stat", (words) => {
    const at = words.findIndex(({ value }) => /^(?:-c|--format|--printf)/.test(value ?? ""));
    const option = words[at];
    if (option === undefined) return false;
    const spaced = option.value === "-c" || option.value === "--format";
    const format = spaced ? words[at + 1] : option;
    const others = words.filter((word) => word !== option && word !== format);
    return statFormat.test(format?.value ?? "") &&
      others.every(({ value, operand }) => operand || value === "-L");
  }],
  ["grep", countsMatches],
  ["egrep", countsMatches],
  ["fgrep", countsMatches],
  ["git", (words) => {
    const values = words.map(({ value }) => value);
    return values[0] === "rev-list" && values.includes("--count") &&
      words.every(({ operand, value }) =>
        operand || value === "--count" || value === "--no-merges"
      );
  }],
  [
    "seq",
    (words, sources) =>
      words.every(({ node, value }) => value === "-w" || valueIsNumber(sources, node)),
  ],
  [
    "expr",
    (words, sources) =>
      words.length > 1 &&
      words.every(({ node }) =>
        /^(?:[-+/%]|\\\*|'\*'|"\*")$/.test(node.text) || valueIsNumber(sources, node)
      ),
  ],
  ["echo", (words, sources) => words.every(({ node }) => valueIsNumber(sources, node))],
  ["printf", (words, sources) =>
    words.length === 1 &&
    textIsNumber(sources, words[0]?.value ?? "x")],
  ["tput", (words) => words.length === 1 && all(words, /^(?:cols|lines|colors)$/)],
  ["getconf", (words) => words.length === 1 && all(words, systemValues)],
  ["tr", (words) =>
    words.length === 2 && /^-(?:cd|dc)$/.test(words[0]?.value ?? "") &&
    /^(?:0-9|\[:digit:\])$/.test(words[1]?.value ?? "")],
  ["awk", (words) =>
    /^\s*END\s*\{\s*print NR\s*\}\s*$/.test(words[0]?.value ?? "") &&
    words.slice(1).every(({ operand, value }) => operand && value?.includes("=") === false)],
  ["jq", (words) => {
    const [program, ...files] = words.filter(({ value }) => value !== "-r");
    return lengthProgram.test(program?.value ?? "") && files.every(({ operand }) => operand);
  }],
]);

/** `grep -c` of one input at most: of several it prints the names. */
function countsMatches(words: readonly Argument[]): boolean {
  const flags = words.filter(({ operand }) => !operand);
  const operands = words.length - flags.length;
  return flags.some(({ value }) => /^-\w*c|^--count$/.test(value ?? "")) && all(flags, grepFlags) &&
    operands <= 2;
}

function all(words: readonly Argument[], pattern: RegExp): boolean {
  return words.every(({ value }) => value !== null && pattern.test(value));
}

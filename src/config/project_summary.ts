/** What a project's files say that counts only once the user trusts them, for a person to look at. */
import { parsePattern } from "../rules/parse.ts";
import type { TextPattern } from "../rules/text_pattern.ts";
import { formatPlace, type Place } from "../text/error.ts";
import type { FileRule } from "./configuration_file.ts";
import { readDocument } from "./document.ts";
import { gainsOf } from "./gains.ts";
import { type ConfigNode, entriesOf, entryOf, itemsOf, plainData, valueOf } from "./node.ts";
import type { FileContent } from "./pins.ts";
import type { PlacedFile } from "./placed_file.ts";
import { collectProblems, type Problems } from "./problems.ts";
import type { ReadFile } from "./read_found.ts";
import { decodeSource, placeAt } from "./source.ts";

/** One thing that a file says. */
export interface SummaryLine {
  readonly kind:
    /** It allows commands. */
    | "allow"
    /** It changes the rules of others. */
    | "change"
    /** Anything else. */
    | "setting";
  readonly place: Place;
  /** As written, not yet fit to be shown. */
  readonly text: string;
  /** It is about commands of many names. */
  readonly reachesFar: boolean;
}

/** What there is to know about a project before trusting it. */
export interface ProjectSummary {
  /** In the order of the files. */
  readonly lines: readonly SummaryLine[];
  /** Rules whose text is told to agents once they are trusted. */
  readonly told: number;
}

/** Summarizes files that have been read without an error. */
export function summaryOf(read: readonly ReadFile[]): ProjectSummary {
  const lines: SummaryLine[] = [];
  let told = 0;
  for (const { placed, contents } of read) {
    const known = new Map(contents.map((content) => [content.file, content]));
    for (const file of placed) {
      if (file.origin === "builtin") continue;
      const rules = file.parsed.rules ?? [];
      told += rules.filter(({ action, message, fixSuggestion }) =>
        action !== "allow" && (message ?? fixSuggestion) !== undefined
      ).length;
      lines.push(...rules.flatMap(allowLine), ...otherLines(file, known.get(file.parsed.file)));
    }
  }
  return { lines, told };
}

function allowLine(rule: FileRule): readonly SummaryLine[] {
  const { action, pattern, place, sandbox, in: folders, except, when } = rule;
  const remarks = [
    ...(sandbox === undefined ? [] : [`sandbox: ${sandbox}`]),
    ...(folders === undefined ? [] : [`in: ${folders.join(", ")}`]),
    ...(except === undefined ? [] : [`except: ${except.join(", ")}`]),
    ...(when === undefined ? [] : [`when: ${when}`]),
  ];
  const text = remarks.length === 0 ? pattern : `${pattern}  (${remarks.join("; ")})`;
  if (action === "allow") return [{ kind: "allow", place, text, reachesFar: isForAll(pattern) }];
  if (sandbox === undefined) return [];
  return [{ kind: "setting", place, text: `${action}: ${text}`, reachesFar: false }];
}

/** Whether a pattern is about commands, tools or variables of many names, or about any redirect. */
function isForAll(pattern: string): boolean {
  const isOpen = (names: readonly TextPattern[]) => names.some((name) => typeof name !== "string");
  return parsePattern(pattern).some((form) => {
    switch (form.kind) {
      case "command":
        return form.command.kind === "any" ||
          (form.command.kind === "texts" && isOpen(form.command.texts));
      case "tool":
        return isOpen(form.names);
      case "assignment":
        return isOpen(form.options.map(({ name }) => name));
      case "redirect":
        return true;
    }
  });
}

/** What a file says besides its rules. Of one that is not on this machine only what kind of thing that is. */
function otherLines(
  { parsed }: PlacedFile,
  content: FileContent | undefined,
): readonly SummaryLine[] {
  const bytes = content?.bytes ?? null;
  if (bytes === null) {
    return gainsOf(parsed).map((text) => ({
      kind: "setting",
      place: { file: parsed.file },
      text,
      reachesFar: text === "`builtin`" || text === "`defaults`",
    }));
  }
  const problems = collectProblems(decodeSource(parsed.file, bytes));
  const root = readDocument(problems);
  return root === null ? [] : [...changes(root, problems), ...settings(root, problems)];
}

function changes(root: ConfigNode, problems: Problems): readonly SummaryLine[] {
  const at = (offset: number, text: string): SummaryLine => ({
    kind: "change",
    place: placeAt(problems.source, offset),
    text,
    reachesFar: /^builtin: false/.test(text),
  });
  const builtin = entryOf(root, "builtin");
  return [
    ...itemsOf(valueOf(root, "disable")).map((item) => at(item.start, `disable ${shown(item)}`)),
    ...entriesOf(valueOf(root, "except")).map(({ key, keyStart, value }) =>
      at(keyStart, `except ${key}: ${shown(value)}`)
    ),
    ...(builtin === undefined ? [] : [at(builtin.keyStart, `builtin: ${shown(builtin.value)}`)]),
  ];
}

function settings(root: ConfigNode, problems: Problems): readonly SummaryLine[] {
  const lines: SummaryLine[] = [];
  const add = (offset: number, text: string) =>
    lines.push({
      kind: "setting",
      place: placeAt(problems.source, offset),
      text,
      reachesFar: text === "defaults.action: allow",
    });
  for (const item of itemsOf(valueOf(root, "extends"))) add(item.start, `extends ${shown(item)}`);
  for (const key of ["defaults", "experimental"]) {
    for (const entry of entriesOf(valueOf(root, key))) {
      add(entry.keyStart, `${key}.${entry.key}: ${shown(entry.value)}`);
    }
  }
  for (const { key, value } of entriesOf(valueOf(root, "definitions"))) {
    for (const item of itemsOf(value)) add(item.start, `${key}: ${shown(item)}`);
    for (const entry of entriesOf(value)) {
      add(entry.keyStart, `${key}.${entry.key}: ${shown(entry.value)}`);
    }
  }
  return lines;
}

/** A value on one line. */
function shown(node: ConfigNode): string {
  const data = plainData(node);
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** A place, short: a file in the project's folder by its name there. */
export function placeIn(folder: string, place: Place): string {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  const { file } = place;
  return formatPlace({
    file: file.startsWith(start) ? file.slice(start.length) : file,
    ...(place.line === undefined ? {} : { line: place.line }),
  });
}

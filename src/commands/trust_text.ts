/** What a person is shown of a project before trusting it: all of it, and nothing pushed out of sight. */
import type { Pin } from "../config/pins.ts";
import type { Project } from "../config/project.ts";
import { placeIn, type ProjectSummary, type SummaryLine } from "../config/project_summary.ts";
import { visibleExcerpt, visibleText } from "../text/visible.ts";

/** Titles of what a file says, in the order in which they are shown. */
const titles: readonly (readonly [SummaryLine["kind"], string])[] = [
  ["allow", "It would allow without asking:"],
  ["change", "It would change other rules:"],
  ["setting", "It would set:"],
];

/** Of a longer line the middle is not shown, and it says so. */
const longest = 2000;

/** More lines are counted at the end, with those that reach far. */
const fewLines = 30;

/**
 * The summary of a project, newlines included. Everything in it is safe to show.
 * @param files the digests of its files, by path
 */
export function summaryText(
  { folder, trust, pin, read }: Project,
  files: ReadonlyMap<string, string>,
  { lines, told }: ProjectSummary,
): string {
  const since = trust === "changed" && pin !== null ? changedSince(folder, pin, files) : "";
  const sections = titles.flatMap(([kind, title]) => {
    const own = lines.filter((line) => line.kind === kind);
    return own.length === 0 ? [] : [`\n${title}\n${rowsOf(own, folder)}`];
  });
  const messages = told === 0
    ? ""
    : `\nAgents would be told the messages of ${told} of its ask and deny rules.\n`;
  const remote = read.flatMap(({ placed }) => placed).filter(({ origin }) => origin === "remote");
  const elsewhere = [...new Set(remote.map(({ parsed }) => visibleText(parsed.file)))];
  const unpinned = elsewhere.length === 0
    ? ""
    : `From repositories, where they can change without asking again: ${elsewhere.join(", ")}\n`;
  const names = [...files.keys()].map((file) => visibleText(placeIn(folder, { file })));
  const nothing = sections.length === 0
    ? "\nIt only tightens: it has only ask and deny rules.\n"
    : "";
  return `The configuration of ${visibleText(folder)}\n${since}${sections.join("")}${nothing}` +
    `${messages}${lines.length > fewLines ? countsOf(lines, folder) : ""}` +
    `\nFiles: ${names.join(", ")}\n${unpinned}`;
}

function changedSince(folder: string, pin: Pin, files: ReadonlyMap<string, string>): string {
  const names = new Set([...files.keys(), ...pin.files.keys()]);
  const changed = [...names].flatMap((file) => {
    const [now, then] = [files.get(file), pin.files.get(file)];
    if (now === then) return [];
    const name = visibleText(placeIn(folder, { file }));
    return [now === undefined ? `${name} is gone` : then === undefined ? `${name} is new` : name];
  });
  return `Changed since it was trusted at ${pin.trustedAt}: ${changed.join(", ")}\n`;
}

/** A row for each text, with the place where it stands first. */
function rowsOf(lines: readonly SummaryLine[], folder: string): string {
  const texts = Map.groupBy(lines, ({ text }) => text);
  const places = [...texts.values()].map(([first]) =>
    first === undefined ? "" : visibleText(placeIn(folder, first.place))
  );
  const width = places.reduce((widest, { length }) => Math.min(40, Math.max(widest, length)), 0);
  return [...texts].map(([text, { length }], i) => {
    const again = length > 1 ? `  (${length} times)` : "";
    return `  ${(places[i] ?? "").padEnd(width)}  ${shown(text)}${again}\n`;
  }).join("");
}

/** What there is in all, and what of it must not be missed among so much. */
function countsOf(lines: readonly SummaryLine[], folder: string): string {
  const count = (wanted: SummaryLine["kind"]) => lines.filter(({ kind }) => kind === wanted).length;
  const far = lines.filter(({ reachesFar }) => reachesFar);
  const among = far.length === 0
    ? ""
    : `Among them are these, for commands of many names:\n${rowsOf(far, folder)}`;
  return `\nIn all: allow rules: ${count("allow")}, changes to other rules: ${count("change")}, ` +
    `settings: ${count("setting")}\n${among}`;
}

/** More blanks in a row push what is behind them out of sight. */
const manyBlanks = /\p{Zs}{8,}/gu;

function shown(text: string): string {
  const short = text.replace(manyBlanks, ({ length }) => `‹${length} blanks›`);
  const more = short.length - longest;
  return visibleExcerpt(short, longest) + (more > 0 ? `  (${more} characters left out)` : "");
}

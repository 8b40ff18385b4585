/** Color for verdicts. */
import type { Action } from "../rules/rule_set.ts";
import type { Host } from "../text/host.ts";

/** A text in the color of a verdict, or plain; without a text the verdict's own name. */
export type Paint = (action: Action, text?: string) => string;

/** Without color. */
export const plainPaint: Paint = (action, text = action) => text;

/** SGR parameters. */
const colors: Readonly<Record<Action, string>> = { allow: "32", ask: "33", deny: "31", pass: "2" };

/** Paints on a terminal, unless `--no-color` or a `NO_COLOR` that is not empty forbids it. */
export function painter(host: Host, noColor: boolean): Paint {
  if (noColor || host.env("NO_COLOR") || !host.isTerminal("stdout")) return plainPaint;
  return (action, text = action) => `\x1b[${colors[action]}m${text}\x1b[0m`;
}

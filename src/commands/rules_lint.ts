/** What `usher rules lint` prints. */
import type { Finding } from "../config/lint.ts";
import { formatPlace } from "../text/error.ts";
import { visibleText } from "../text/visible.ts";

/** More characters of one finding are not shown. */
const longest = 600;

/** `file:line:column: kind: what` for each, and how many there are. */
export function lintText(findings: readonly Finding[]): string {
  const lines = findings.map(({ place, kind, message }) =>
    `${visibleText(formatPlace(place))}: ${kind}: ${visibleText(message, { limit: longest })}\n`
  );
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  return `${lines.join("")}${count}\n`;
}

/** The findings as one JSON object on a line. */
export function lintJson(findings: readonly Finding[]): string {
  const listed = findings.map(({ kind, place, message, rule, other }) => ({
    kind,
    source: formatPlace(place),
    message,
    ...(rule?.id === undefined ? {} : { id: rule.id }),
    ...(other === null ? {} : { by: formatPlace(other.place) }),
  }));
  return `${JSON.stringify({ findings: listed })}\n`;
}

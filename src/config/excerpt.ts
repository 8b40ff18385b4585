/** Text from a file as an error quotes it. */
import { visibleText } from "../text/visible.ts";

/** The first 60 characters in backticks, hidden ones spelt out. (`10-safety.md`, 7) */
export function excerpt(text: string): string {
  return `\`${visibleText(text, { limit: 60 })}\``;
}

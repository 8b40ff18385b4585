/** Text as it goes into the log: masked, and no longer than it may be. */
import type { Found } from "./found.ts";
import { maskText } from "./redact.ts";

/** The most that the log keeps of a command, in UTF-8 bytes. */
export const commandLimit = 64 * 1024;

/** A cut text is masked this far around its end, since a secret can stand across it. */
const margin = 4096;

/**
 * A text as the log has it. The same text gives the same result, so that a later event can be matched
 * with what was written.
 * @param limit UTF-8 bytes, a marker that says how much there was not counted.
 * @param found where the secrets go that are masked
 */
export function loggedText(
  text: string,
  redact: boolean,
  limit = commandLimit,
  found: Found = new Set(),
): string {
  // Masking takes time: of a text that is cut anyway, no more is looked at than is needed.
  const looked = text.slice(0, limit + 2 * margin);
  const masked = redact ? maskText(looked, found) : looked;
  const whole = looked.length === text.length;
  if (whole && utf8Length(masked) <= limit) return masked;
  const bytes = new TextEncoder().encode(whole ? masked : masked.slice(0, -margin));
  return `${decodeUpTo(bytes, limit)}… [cut: ${utf8Length(text)} bytes in all]`;
}

/** How many bytes a text takes in UTF-8, half a surrogate pair three. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isPair = code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1));
    // A pair is two units here and four bytes there.
    if (isPair) at++;
    length += isPair || code >= 0x800 ? 2 : 1;
  }
  return length;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** The bytes up to the limit as text, without half a character at the end. */
function decodeUpTo(bytes: Uint8Array, limit: number): string {
  let end = Math.min(limit, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

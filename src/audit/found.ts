/** What was masked in one text, so that the same is masked wherever a record says it again. */

/** Collects the secrets that are masked. */
export type Found = Set<string>;

/** Shorter ones may stand in any word. */
const shortest = 4;

/** More are not looked for: a text with very many would take long. */
const most = 200;

/** Masks these secrets in another text of the same record. */
export function maskFound(text: string, found: ReadonlySet<string>): string {
  let masked = text;
  for (const secret of [...found].slice(0, most)) {
    for (const form of new Set([secret, secret.replace(/\\(.)/gs, "$1")])) {
      if (form.length >= shortest && form !== "***") masked = masked.replaceAll(form, "***");
    }
  }
  return masked;
}

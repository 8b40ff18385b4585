/** The configurations that the documentation shows. */

/** A block of YAML in a page. */
export interface Example {
  readonly page: string;
  /** From 1. */
  readonly number: number;
  readonly yaml: string;
}

/** Every YAML block of the README and of each page in `docs/`, in order. */
export function examples(): readonly Example[] {
  const docs = new URL("../docs/", import.meta.url);
  const names = Array.from(Deno.readDirSync(docs), ({ name }) => name)
    .filter((name) => name.endsWith(".md")).sort();
  return ["../README.md", ...names].flatMap((page) => {
    const text = Deno.readTextFileSync(new URL(page, docs));
    return [...text.matchAll(/```yaml\n([^]*?)```/g)]
      .map(([, yaml = ""], index) => ({ page, number: index + 1, yaml }));
  });
}

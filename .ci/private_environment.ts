/** An environment in which the program reads and writes nothing of the user's. */

/** Variables that a child needs besides its folders; Windows programs do not start without the second. */
const kept = ["PATH", "SystemRoot"];

/** The whole environment for a child whose home is `home`; use it with `clearEnv`. */
export function privateEnvironment(home: string): Record<string, string> {
  const environment: Record<string, string> = {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_STATE_HOME: `${home}/.local/state`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_RUNTIME_DIR: `${home}/.run`,
  };
  for (const name of kept) {
    const value = Deno.env.get(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Commands that take a secret under a flag whose name does not say so. */

/** How a command takes secrets. Flags with their dash. */
export interface SecretTool {
  /** Only when one of these words is there too: `docker … login`. */
  readonly with?: string;
  /** Flags whose next word is a secret. */
  readonly next?: readonly string[];
  /** Flags with the secret right behind them: `-pSECRET`. */
  readonly joined?: readonly string[];
  /** Flags whose value is `user:secret`, as the next word or right behind. */
  readonly userAnd?: readonly string[];
  /** Between user and secret. @default ":" */
  readonly separator?: string;
  /** What such a value has to hold, where it may be something else. */
  readonly holding?: string;
  /** Letters of flags without a value, which may stand in front of another in one word: `-sSu a:b`. */
  readonly clusters?: string;
  /** Every `NAME=value` is one. */
  readonly assignments?: boolean;
  /** The secret is the word at this place behind the verb, flags not counted. */
  readonly behind?: { readonly verb: string; readonly place: number };
}

/** The table: names of commands, what they take. */
const table: readonly (readonly [string, SecretTool])[] = [
  [
    "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlslap mysqlpump mycli " +
    "mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check",
    { joined: ["-p"] },
  ],
  ["mysqlsh mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat", {
    next: ["-p"],
    joined: ["-p"],
  }],
  ["redis-cli valkey-cli keydb-cli", { next: ["-a"], joined: ["-a"] }],
  ["sshpass", { next: ["-p"], joined: ["-p"] }],
  ["curl curlie", {
    userAnd: ["-u", "--user", "-U", "--proxy-user", "-E", "--cert", "--proxy-cert"],
    next: ["--oauth2-bearer", "--pass", "--proxy-pass"],
    clusters: "fgijklnpqRsSvIGNaBJ0123469#",
  }],
  ["curl curlie", {
    userAnd: ["-b", "--cookie"],
    separator: "=",
    clusters: "fgijklnpqRsSvIGNaBJ0123469#",
  }],
  ["curl curlie", {
    userAnd: [
      "-x",
      "--proxy",
      "--preproxy",
      "--socks4",
      "--socks4a",
      "--socks5",
      "--socks5-hostname",
    ],
    holding: "@",
  }],
  ["http https xh xhs", { userAnd: ["-a", "--auth"] }],
  ["ab siege wrk hey", { userAnd: ["-A", "-a", "-P"] }],
  ["lftp", { userAnd: ["-u", "--user"], separator: "," }],
  ["smbclient rpcclient smbget", { userAnd: ["-U", "--user"], separator: "%" }],
  ["docker podman nerdctl buildah skopeo helm oras crane regctl az acr cf oc", {
    with: "login",
    next: ["-p"],
    joined: ["-p"],
  }],
  ["skopeo podman buildah", { userAnd: ["--creds", "--src-creds", "--dest-creds"] }],
  ["gh", { with: "secret", next: ["-b", "--body"], joined: ["-b"] }],
  ["kubectl oc", { with: "secret", userAnd: ["--from-literal"], separator: "=" }],
  ["fly flyctl doppler supabase infisical phase", { with: "secrets", assignments: true }],
  ["heroku", { with: "config:set", assignments: true }],
  ["vault bao", { with: "login", behind: { verb: "login", place: 1 } }],
  ["htpasswd", { behind: { verb: "htpasswd", place: 3 } }],
  ["rabbitmqctl", { with: "add_user", behind: { verb: "add_user", place: 2 } }],
  ["rabbitmqctl", { with: "change_password", behind: { verb: "change_password", place: 2 } }],
  ["mc", { with: "alias", behind: { verb: "set", place: 4 } }],
  ["net", { with: "user", behind: { verb: "user", place: 2 } }],
  ["netlify", { with: "env:set", behind: { verb: "env:set", place: 2 } }],
  ["useradd usermod", { next: ["-p"] }],
  ["aws", { next: ["--secret-string", "--secret-binary"] }],
  ["aws", { with: "put-parameter", next: ["--value"] }],
  ["az", { with: "secret", next: ["--value"] }],
  ["npm", { with: "login", next: ["--auth"] }],
  ["7z 7za 7zr 7zz rar unrar", { joined: ["-p", "-hp"] }],
  ["zip unzip zipcloak", { next: ["-P"], joined: ["-P"] }],
  ["openssl", { next: ["-k", "-K", "-hmac", "-macopt"] }],
  ["ssh-keygen", { next: ["-N", "-P"] }],
  ["ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ldapcompare", {
    next: ["-w"],
    joined: ["-w"],
  }],
  ["ldappasswd", { next: ["-s", "-a"] }],
  ["sqlcmd bcp osql isql tsql", { next: ["-P"], joined: ["-P"] }],
  ["security", { next: ["-w", "-p", "-P"] }],
  ["net", { with: "ads", userAnd: ["-U"], separator: "%" }],
];

/** Whether a command reads a secret on its standard input. */
export function readsSecret(words: readonly string[]): boolean {
  return words.some((word) =>
    /^(?:chpasswd|--password-stdin|--passphrase-fd|--with-token|--stdin)$/.test(word)
  ) || (words.includes("sudo") && words.some((word) => /^(?:-[a-zA-Z]*S|--stdin)$/.test(word))) ||
    (words.includes("secret") && /^(?:gh|wrangler)$/.test(words[0] ?? ""));
}

const byName = new Map<string, SecretTool[]>();
for (const [names, tool] of table) {
  for (const name of names.split(" ")) byName.set(name, [...(byName.get(name) ?? []), tool]);
}

/** What a command, named without its folder, takes; empty for most. */
export function secretTools(name: string): readonly SecretTool[] {
  return byName.get(name) ?? [];
}

/** Commands that run the command in their arguments. */
const launchers = new Set([
  ..."sudo doas su env time nice ionice nohup exec command builtin timeout setsid stdbuf".split(
    " ",
  ),
  ..."unbuffer xargs parallel watch caffeinate strace ltrace faketime chroot nsenter".split(" "),
  ..."unshare bwrap firejail docker docker-compose podman nerdctl kubectl oc vagrant ssh".split(
    " ",
  ),
  ..."mosh then do else if while until ! {".split(" "),
]);

/** Whether a command may run another that stands among its arguments. */
export function isLauncher(name: string): boolean {
  return launchers.has(name);
}

/** Whether the word after this one is a text that a shell runs: `sh -c`, `eval`, `usher exec --`. */
export function takesScript(word: string): boolean {
  return /^(?:-[a-zA-Z]{0,4}c|--|--command|-Command|eval)$/.test(word);
}

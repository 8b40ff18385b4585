import assert from "node:assert/strict";
import fc from "fast-check";
import { maskArgv, maskText, maskVariable } from "../../src/audit/redact.ts";
import { shapeRules } from "../../src/audit/secret_shapes.ts";

/** Split, so that no scanner takes this file for a leak. */
const s = (...parts: string[]) => parts.join("");
const random = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0";
const hex = "0123456789abcdef0123456789abcdef01234567";

/** What is written, what is kept. */
const masked: readonly (readonly [string, string])[] = [
  // Flags by name.
  ["tool --password hunter2 -v", "tool --password *** -v"],
  ["tool --password=hunter2 -v", "tool --password=*** -v"],
  ["tool --password 'hunter 2' x", "tool --password '***' x"],
  ['tool --password="hunter 2" x', 'tool --password="***" x'],
  ["tool --api-key abc --apikey=def", "tool --api-key *** --apikey=***"],
  ["tool --access-token abc --client-secret=def", "tool --access-token *** --client-secret=***"],
  ["tool -token abc", "tool -token ***"],
  ["tool --db-pass=abc --otp 123456", "tool --db-pass=*** --otp ***"],
  ["gpg --batch --passphrase x123 -c f", "gpg --batch --passphrase *** -c f"],
  ["keytool -storepass changeit -keypass a1", "keytool -storepass *** -keypass ***"],
  ["openssl rsa -passin pass:hunter2 -in k", "openssl rsa -passin pass:*** -in k"],
  ["tool --password '$ecret'", "tool --password '***'"],
  ["'TOKEN=$ecret' x", "'TOKEN=***' x"],
  // Flags by what follows.
  [`tool --key ${hex}`, "tool --key ***"],
  [`tool --signing-key=${random}`, "tool --signing-key=***"],
  [`tool --encryption-key=${hex}`, "tool --encryption-key=***"],
  [`openssl enc -aes-256-cbc -K ${hex} -iv 00`, "openssl enc -aes-256-cbc -K *** -iv 00"],
  // Commands that take one under a flag of another name.
  ["mysql -u root -p'hunter 2' db", "mysql -u root -p'***' db"],
  ["mysql -uroot -phunter2 db", "mysql -uroot -p*** db"],
  ["mysql -phunter=2 db", "mysql -p*** db"],
  ["/usr/bin/mysqldump -phunter2 db | gzip", "/usr/bin/mysqldump -p*** db | gzip"],
  ["sudo mysql -phunter2", "sudo mysql -p***"],
  ["docker exec -i db mysql -uroot -phunter2 app", "docker exec -i db mysql -uroot -p*** app"],
  ["sshpass -p hunter2 ssh me@host", "sshpass -p *** ssh me@host"],
  ["mysql 2>&1 -phunter2 db", "mysql 2>&1 -p*** db"],
  ["redis-cli -h host -a hunter2 ping", "redis-cli -h host -a *** ping"],
  ["mongosh -u me -p hunter2 host", "mongosh -u me -p *** host"],
  ["curl -u me:hunter2 https://host/", "curl -u me:*** https://host/"],
  ["curl -ume:hunter2 https://host/", "curl -ume:*** https://host/"],
  ["curl --user 'me:hunter 2' https://host/", "curl --user 'me:***' https://host/"],
  ["curl --proxy-user=me:hunter2 https://host/", "curl --proxy-user=me:*** https://host/"],
  ["http -a me:hunter2 GET host", "http -a me:*** GET host"],
  ["docker login -u me -p hunter2 host", "docker login -u me -p *** host"],
  ["skopeo copy --src-creds me:hunter2 a b", "skopeo copy --src-creds me:*** a b"],
  ["smbclient -U me%hunter2 //host/share", "smbclient -U me%*** //host/share"],
  ["7z x -phunter2 a.7z", "7z x -p*** a.7z"],
  ["zip -P hunter2 a.zip b", "zip -P *** a.zip b"],
  ["ssh-keygen -t ed25519 -N hunter2 -f k", "ssh-keygen -t ed25519 -N *** -f k"],
  ["gh secret set DEPLOY --body hunter2", "gh secret set DEPLOY --body ***"],
  ["aws configure set aws_secret_access_key abc", "aws configure set aws_secret_access_key ***"],
  ["npm config set //host/:_authToken abc", "npm config set //host/:_authToken ***"],
  // Names with a value.
  ["TOKEN=abc123 make", "TOKEN=*** make"],
  ["export GITHUB_TOKEN='abc 123'; make", "export GITHUB_TOKEN='***'; make"],
  ["STRIPE_KEY=abc DB_PASSWORD=x1 ./run", "STRIPE_KEY=*** DB_PASSWORD=*** ./run"],
  ["MY_SECRET_VALUE=abc ./run", "MY_SECRET_VALUE=*** ./run"],
  ["MYSQL_PWD=abc mysql", "MYSQL_PWD=*** mysql"],
  ["docker run -e API_TOKEN=abc img", "docker run -e API_TOKEN=*** img"],
  ['docker run -e "API_TOKEN=a b" img', 'docker run -e "API_TOKEN=***" img'],
  ["docker run --env=API_TOKEN=abc img", "docker run --env=API_TOKEN=*** img"],
  [
    "kubectl create secret generic a --from-literal=password=abc",
    s(
      "kubectl create secret generic a ",
      "--from-literal=password=***",
    ),
  ],
  ["java -Ddb.password=abc -jar a.jar", "java -Ddb.password=*** -jar a.jar"],
  ["helm install --set auth.rootPassword=abc a b", "helm install --set auth.rootPassword=*** a b"],
  ["vault kv put secret/a apiKey=abc", "vault kv put secret/a apiKey=***"],
  ["cat > .env <<EOF\nAPI_KEY=abc\nPORT=80\nEOF", "cat > .env <<EOF\nAPI_KEY=***\nPORT=80\nEOF"],
  ["echo don't; X_TOKEN=abc run", "echo don't; X_TOKEN=*** run"],
  ["psql -c \"ALTER USER a PASSWORD 'abc'\"", "psql -c \"ALTER USER a PASSWORD '***'\""],
  [
    "mysql -e \"CREATE USER a IDENTIFIED BY 'abc'\"",
    "mysql -e \"CREATE USER a IDENTIFIED BY '***'\"",
  ],
  ["python -c 'password = \"abc\"'", "python -c 'password = \"***\"'"],
  // In addresses, headers and bodies.
  ["git clone https://me:hunter2@host/a.git", "git clone https://me:***@host/a.git"],
  ["psql postgres://me:p@ss@host:5432/db", "psql postgres://me:***@host:5432/db"],
  ["DATABASE_URL=redis://:hunter2@host x", "DATABASE_URL=redis://:***@host x"],
  ["curl 'https://host/?token=abc&x=1'", "curl 'https://host/?token=***&x=1'"],
  ["curl https://host/?x=1\\&api_key=abc", "curl https://host/?x=1\\&api_key=***"],
  ["curl -H 'Authorization: Bearer abc.def' host", "curl -H 'Authorization: Bearer ***' host"],
  ["curl -H 'authorization: abc' host", "curl -H 'authorization: ***' host"],
  ["curl -H Authorization:\\ Basic\\ YWJj host", "curl -H Authorization:\\ Basic\\ *** host"],
  ["curl -H 'X-Api-Key: abc' host", "curl -H 'X-Api-Key: ***' host"],
  ["curl -H 'PRIVATE-TOKEN: abc' host", "curl -H 'PRIVATE-TOKEN: ***' host"],
  ["curl -H 'X-Vault-Token: abc' host", "curl -H 'X-Vault-Token: ***' host"],
  ["curl -H 'Cookie: a=b; c=d' host", "curl -H 'Cookie: ***' host"],
  [
    'curl -d \'{"user":"me","password":"a\\"b"}\' host',
    s(
      'curl -d \'{"user":"me",',
      '"password":"***"}\' host',
    ),
  ],
  ['curl -d "{\\"apiKey\\": \\"abc\\"}" host', 'curl -d "{\\"apiKey\\": \\"***\\"}" host'],
  [
    'node -e \'get({"Authorization": "Basic abc"})\'',
    s(
      'node -e \'get({"Authorization": ',
      '"***"})\'',
    ),
  ],
  ["curl -d 'password=abc&user=me' host", "curl -d 'password=***' host"],
  [
    "az storage blob list 'https://a/?se=1&sig=abcdefghijklmnop%3D'",
    s(
      "az storage blob list ",
      "'https://a/?se=1&sig=***'",
    ),
  ],
  ['curl --header="Cookie: a=b; c=d" host', 'curl --header="Cookie: ***" host'],
  ['curl -H"Cookie: a=b; c=d" host', 'curl -H"Cookie: ***" host'],
  ["http host Cookie:session=abc", "http host Cookie:session=***"],
  ["curl -b session=abc host", "curl -b session=*** host"],
  ["curl -bsession=abc host", "curl -bsession=*** host"],
  ['curl --cookie "session=abc" host', 'curl --cookie "session=***" host'],
  ["curl --cookie=session=abc host", "curl --cookie=session=*** host"],
  ["curl -su me:hunter2 host", "curl -su me:*** host"],
  ["curl -sSume:hunter2 host", "curl -sSume:*** host"],
  ["curl -x me:hunter2@proxy:80 host", "curl -x me:*** host"],
  ["curl --cert c.pem:hunter2 host", "curl --cert c.pem:*** host"],
  ["curl -H 'token: abc' host", "curl -H 'token: ***' host"],
  [
    "curl -H 'Ocp-Apim-Subscription-Key: abc' host",
    "curl -H 'Ocp-Apim-Subscription-Key: ***' host",
  ],
  ["sed -i 's/TOKEN=.*/TOKEN=abc/' .env", "sed -i 's/TOKEN=.*/TOKEN=***/' .env"],
  ["helm upgrade --set a=1,auth.password=abc b", "helm upgrade --set a=1,auth.password=*** b"],
  // In code, settings and files that are written.
  ["python -c 'f(password=\"abc\")'", "python -c 'f(password=\"***\")'"],
  ["node -e 'f({password: \"abc\"})'", "node -e 'f({password: \"***\"})'"],
  ["echo 'password: abc' > a.yml", "echo 'password: ***' > a.yml"],
  ['echo "token = abc" > a.ini', 'echo "token = ***" > a.ini'],
  [
    "cat > a.yml <<EOF\ndb:\n  password: abc\n  port: 5\n- token: 'd e'\nEOF",
    "cat > a.yml <<EOF\ndb:\n  password: ***\n  port: 5\n- token: '***'\nEOF",
  ],
  [
    "cat > a.yml <<EOF\npassword: |\n  abc\n  def\nport: 5\nEOF",
    "cat > a.yml <<EOF\npassword: |\n  ***\n  ***\nport: 5\nEOF",
  ],
  [
    "kubectl apply -f - <<EOF\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  dsn: abc\nEOF",
    "kubectl apply -f - <<EOF\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  dsn: ***\nEOF",
  ],
  [
    "cat > ~/.netrc <<EOF\nmachine a\nlogin me\npassword abc\nEOF",
    "cat > ~/.netrc <<EOF\nmachine a\nlogin me\npassword ***\nEOF",
  ],
  ["echo '<password>abc</password>'", "echo '<password>***</password>'"],
  // By what command it is, and piped into one.
  ["gh secret set A -babc", "gh secret set A -b***"],
  ["gh secret set A --body=abc", "gh secret set A --body=***"],
  [
    "kubectl create secret generic a --from-literal=dsn=abc",
    "kubectl create secret generic a --from-literal=dsn=***",
  ],
  ["fly secrets set DSN=abc B=c1", "fly secrets set DSN=*** B=***"],
  ["vault login abc", "vault login ***"],
  ["htpasswd -bc file me hunter2", "htpasswd -bc file me ***"],
  ["mc alias set a http://host me hunter2", "mc alias set a http://host me ***"],
  ["useradd -p hunter2 me", "useradd -p *** me"],
  [
    "aws secretsmanager create-secret --name a --secret-string abc",
    "aws secretsmanager create-secret --name a --secret-string ***",
  ],
  ["echo abc | docker login --password-stdin", "echo *** | docker login --password-stdin"],
  ["echo me:abc | chpasswd", "echo *** | chpasswd"],
  ["printf '%s' \"abc d\" | sudo -S ls", "printf '%s' \"***\" | sudo -S ls"],
  // Inside other commands.
  ["bash -c 'mysql -phunter2 db; ls'", "bash -c 'mysql -p*** db; ls'"],
  ['bash -lc "TOKEN=abc rm -rf /tmp/x"', 'bash -lc "TOKEN=*** rm -rf /tmp/x"'],
  ["ssh host 'tool --password abc'", "ssh host 'tool --password ***'"],
  ["echo \"$(mysql -phunter2 -e 'x')\"", "echo \"$(mysql -p*** -e 'x')\""],
  ["x=$(curl -u me:hunter2 host)", "x=$(curl -u me:*** host)"],
  [
    "USHER_HOOK_ORIGIN=a1 usher exec -- 'tool --password abc'",
    s(
      "USHER_HOOK_ORIGIN=*** usher exec -- ",
      "'tool --password ***'",
    ),
  ],
  ["eval 'export A_TOKEN=abc'", "eval 'export A_TOKEN=***'"],
  // By shape, wherever they stand.
  [`echo ${s("gh", "p_")}${random}`, "echo ghp_***"],
  [`echo ${s("github", "_pat_")}11AAAA_${random}`, "echo github_pat_***"],
  [`git clone https://${s("gh", "s_")}${random}@host/a`, "git clone https://ghs_***@host/a"],
  [`tool --token ${s("gl", "pat-")}${random}`, "tool --token glpat-***"],
  [`echo ${s("xox", "b-")}1234-5678-abcdef`, "echo xoxb-***"],
  [`echo ${s("sk-", "ant-")}api03-${random}`, "echo sk-ant-***"],
  [`echo ${s("sk", "-")}${random}`, "echo sk-***"],
  [`echo ${s("sk_", "live_")}${random}`, "echo sk_live_***"],
  [`echo ${s("AK", "IA")}ABCDEFGHIJKLMNOP`, "echo AKIA***"],
  [`echo ${s("AI", "za")}SyA-${random}`, "echo AIza***"],
  [`echo ${s("npm", "_")}${random}`, "echo npm_***"],
  [`echo ${s("ey", "Jh")}bGciOiJI.eyJzdWIiOiIx.abc-DEF_123`, "echo eyJ***"],
  [`echo 123456789:${s("A", "A")}${random.slice(0, 33)}`, "echo 123456789:***"],
  ["curl https://hooks.slack.com/services/T0/B0/abc", "curl https://hooks.slack.com/services/***"],
  [
    `echo ${s("AGE-SECRET", "-KEY-1")}${"QPZRY9X8GF2TVDW0S3JN".repeat(2)}`,
    "echo AGE-SECRET-KEY-1***",
  ],
  [
    s("cat <<E\n-----BEGIN RSA ", "PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\nE"),
    s("cat <<E\n-----BEGIN RSA ", "PRIVATE KEY-----***-----END RSA PRIVATE KEY-----\nE"),
  ],
  [s("echo '-----BEGIN ", "PRIVATE KEY-----\nabc"), s("echo '-----BEGIN ", "PRIVATE KEY-----***")],
  ["error: bad token, Bearer abcdefghijklmnop123", "error: bad token, Bearer ***"],
];
masked.forEach(([text, expected]) =>
  Deno.test(`masks ${JSON.stringify(expected)}`, () => {
    assert.equal(maskText(text), expected);
    assert.equal(maskText(expected), expected);
  })
);

/** Commands without a secret, as they are written every day. */
const ordinary: readonly string[] = [
  "git show 0123456789abcdef0123456789abcdef01234567",
  "git log --oneline -p 0123456..89abcde -- src/token.ts",
  "git commit -m 'Add --password flag and token = parsing to the cli'",
  'git commit -m "Ask for the password twice: once is not enough"',
  "git push -u origin HEAD:refs/for/main",
  "git clone git@github.com:me/project.git",
  "git clone https://github.com/me/secret-santa.git",
  "git config user.email me@example.com",
  "git rev-parse 0123456789abcdef0123456789abcdef01234567^{commit}",
  "git cherry-pick -k 89abcde",
  "npm install --save-dev jsonwebtoken @types/jsonwebtoken",
  "npm_config_registry=https://registry.example.com/ npm ci",
  "npm run build -- --max-tokens 4096",
  "npx tsc --noEmit -p tsconfig.json",
  "docker run -u 1000:1000 -p 8080:80 -e PORT=80 img",
  "docker pull img@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  "docker login -u me --password-stdin host",
  "docker compose -p app up -d",
  "docker build --secret id=mytoken,src=./token.txt .",
  "kubectl get secret app -o jsonpath='{.data.password}'",
  "kubectl create secret generic a --from-file=token=./token.txt",
  "kubectl get pods --token=$TOKEN",
  'curl -H "Authorization: Bearer $TOKEN" https://host/',
  'curl -H "Authorization: Bearer ${GITHUB_TOKEN}" https://host/',
  'curl -u "$USER:$PASSWORD" https://host/',
  "curl -fsSL https://user:$PASS@host/a",
  "curl -o /dev/null -w '%{http_code}' http://localhost:8080/login?next=/home",
  "TOKEN=$(gh auth token) make release",
  'TOKEN="$(cat ~/.token)" make release',
  "TOKEN=`gh auth token` make release",
  "export PASSWORD_FILE=/run/secrets/db",
  "SSH_KEY=~/.ssh/id_ed25519 ./deploy",
  "API_KEY=/etc/app/key.pem ./run",
  "PASSWORD= ./run",
  '[ "$TOKEN" = "abc" ] && echo same',
  "[[ $token == abc ]]",
  'if [ -z "$API_KEY" ]; then echo missing; fi',
  "grep -rn 'Authorization: Bearer' src",
  'grep -n "Authorization:" src/http.ts',
  "grep -rE 'password|secret|token' --include='*.ts' src",
  "rg 'api_key\\s*=' -g '*.py'",
  "sed -i 's/password=.*/password=$NEW/' app.conf",
  "awk -F: '{print $1}' /etc/passwd",
  "curl -b cookies.txt -c cookies.txt -x localhost:8080 https://host/",
  "kubectl create configmap a --from-literal=color=blue",
  "docker run -p 80:80 secret-santa:latest",
  "printf 'password: %s\\n' \"$P\"",
  "echo 'password: ${DB_PASSWORD}' > a.yml",
  "cat > a.yml <<EOF\nkind: ConfigMap\ndata:\n  color: blue\nEOF",
  "cat > a.yml <<EOF\npassword: {{ vault_password }}\ntoken: null\nEOF",
  "echo y | sudo apt install git",
  "find . -name 'mysql*' -print -o -name token.ts",
  "ls -la ~/.ssh /etc/ssl/private/a-rather-long-folder-name-without-digits/key.pem",
  "ssh -i ~/.ssh/id_rsa -p 2222 me@host 'cd /srv && ls'",
  "ssh-keygen -t ed25519 -N '' -f key",
  "openssl rsa -passin env:KEY_PASS -in a.pem",
  "openssl x509 -in cert.pem -noout -text",
  "ffmpeg -i a.mp4 -pass 1 -an out.mp4",
  "python -m pip install token==1.0 secretstorage>=3",
  "python manage.py test tests.test_token --keepdb",
  "pytest -k 'password and not token' -x",
  "cargo test token::parse -- --nocapture",
  "terraform apply -var-file=secrets.tfvars",
  "aws secretsmanager get-secret-value --secret-id my/secret",
  "aws s3 cp s3://bucket/key ./key",
  "gcloud auth print-access-token",
  "gh secret set MY_SECRET < file.txt",
  "gh auth login --with-token < token.txt",
  "psql -h host -U me -d db -c 'select 1'",
  "mysql -u root -p db",
  "mysql --defaults-file=~/.my.cnf -e 'show tables'",
  "rsync -az --password-file=/etc/rsync.pass a host::b",
  "tar czf - . | ssh host 'tar xzf -'",
  "date -u +%Y-%m-%dT%H:%M:%SZ",
  "echo ${{ secrets.TOKEN }}",
  "tool --token <token> --password {{ password }}",
  "tool --no-password db --ask-password x --show-token y",
  "sha256sum -c 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  "jq -r '.token' config.json",
  'jq \'{"user": "me", "tokens": 5}\' a',
  "echo 'a b' \"c 'd' e\" 'unterminated",
  "ls 日本語 😀 # don't",
  "make 2>&1 | tee token.log && ls &>/dev/null & wait",
];
ordinary.forEach((text) =>
  Deno.test(`leaves ${JSON.stringify(text)}`, () => assert.equal(maskText(text), text))
);

const argvs: readonly (readonly [readonly string[], readonly string[]])[] = [
  [["tool", "--password", "hunter 2", "x"], ["tool", "--password", "***", "x"]],
  [["tool", "--password=hunter 2"], ["tool", "--password=***"]],
  [["tool", "--password", "$ecret"], ["tool", "--password", "***"]],
  [["mysql", "-phunter 2", "db"], ["mysql", "-p***", "db"]],
  [["curl", "-u", "me:hunter 2"], ["curl", "-u", "me:***"]],
  [["curl", "-H", "Authorization: Bearer abc def"], [
    "curl",
    "-H",
    "Authorization: Bearer *** def",
  ]],
  [["docker", "run", "-e", "TOKEN=a b"], ["docker", "run", "-e", "TOKEN=***"]],
  [["bash", "-c", "TOKEN=abc ls; mysql -px"], ["bash", "-c", "TOKEN=*** ls; mysql -p***"]],
  [["git", "commit", "-m", "Add the --token flag"], [
    "git",
    "commit",
    "-m",
    "Add the --token flag",
  ]],
  [["curl", "--header=Cookie: a=b c"], ["curl", "--header=Cookie: ***"]],
  [["curl", "-HCookie: a=b c"], ["curl", "-HCookie: ***"]],
  [["curl", "-HX-Api-Key: a b"], ["curl", "-HX-Api-Key: *** b"]],
  [["curl", "-b", "a=b; c=d"], ["curl", "-b", "a=***"]],
  [["git", "show", hex], ["git", "show", hex]],
  [["echo", "it's", 'a "b'], ["echo", "it's", 'a "b']],
  [["@Read", "/home/me/token.txt"], ["@Read", "/home/me/token.txt"]],
  [[], []],
];
argvs.forEach(([argv, expected]) =>
  Deno.test(`masks arguments ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(maskArgv(argv), expected);
  })
);

const variables: readonly (readonly [string, string, string])[] = [
  ["GITHUB_TOKEN", "abc def", "***"],
  ["AWS_SECRET_ACCESS_KEY", "abc", "***"],
  ["PASSWORD", "", ""],
  ["PASSWORD", "$OTHER", "$OTHER"],
  ["SIGNING_KEY", hex, "***"],
  ["SIGNING_KEY", `/${random}`, "***"],
  ["SIGNING_KEY", "/etc/keys/a.pem", "/etc/keys/a.pem"],
  ["DEBUG", "true", "true"],
  ["PUBLIC_KEY", "abc", "abc"],
  ["MONKEY", "abc", "abc"],
  ["DATABASE_URL", "postgres://me:abc@host/db", "postgres://me:***@host/db"],
  ["NOTE", `see ${s("gh", "p_")}${random}`, "see ghp_***"],
];
variables.forEach(([name, value, expected]) =>
  Deno.test(`masks ${name}=${JSON.stringify(expected)}`, () => {
    assert.equal(maskVariable(name, value), expected);
  })
);

const secret = fc.string({
  unit: fc.constantFrom(..."abcXYZ0123456789_"),
  minLength: 8,
  maxLength: 40,
})
  .filter((text) => /[a-zA-Z]/.test(text));
const places: readonly ((secret: string) => string)[] = [
  (text) => `tool --password ${text}`,
  (text) => `cd a && DB_PASSWORD='${text}' run | tee log`,
  (text) => `curl -u me:${text} host`,
  (text) => `bash -c "tool --token=${text}"`,
  (text) => `git clone https://me:${text}@host/a`,
  (text) => `curl -H "X-Auth-Token: ${text}" host`,
  (text) => `curl -d '{"secret": "${text}"}' host`,
  (text) => `echo "$(sshpass -p ${text} ssh host)"`,
];
Deno.test("no secret is left in the places where they stand", () => {
  fc.assert(fc.property(secret, fc.constantFrom(...places), (text, place) => {
    assert.ok(!maskText(place(text)).replace(place(""), "").includes(text), place(text));
  }));
});

const fragment = fc.constantFrom(
  ..."'\"\\ \n;&|()$`={}:@/?#-*",
  "TOKEN=",
  "--password ",
  "--token=",
  "mysql -p",
  "sk-",
  "eyJ",
  "://a:",
  "bearer ",
  '"password":"',
  "a",
  "Z9",
  "é😀",
);
const hostile = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(""));

Deno.test("masking twice changes nothing", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = maskText(text);
      assert.equal(maskText(once), once);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("arguments stay as many as they are", () => {
  fc.assert(fc.property(fc.array(hostile), (argv) => {
    assert.equal(maskArgv(argv).length, argv.length);
  }));
});

Deno.test("every shape begins in lower case with one of its needles' texts", () => {
  for (const { needles } of shapeRules) {
    assert.deepEqual(needles, needles.map((needle) => needle.toLowerCase()));
  }
});

/** Texts that make a careless pattern take quadratic time, each repeated to 64 KiB. */
const repeated: readonly string[] = [
  ..."aA'\"\\({;& -=\n",
  "$(",
  "TOKEN=",
  "TOKEN='",
  'TOKEN="\\',
  "A_KEY=",
  "--password ",
  "--a=b=",
  "mysql -p",
  "sk-",
  "ghp_",
  "eyJa.",
  "eyJaaaaaaaaa.",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  "://a:",
  "://a:b@",
  "Authorization: ",
  "authorization:",
  "bearer ",
  "x-a-",
  "x-token:",
  "api-key",
  "'cookie:",
  '"password":"',
  '\\"a',
  "'password': '",
  "&sig=",
  "set a_token ",
  "secret_",
  "#'\n",
  "1:AA",
  '"$(',
  '"`',
  "sh -c '",
  'sh -c "',
  "identified by '",
];
repeated.forEach((part) =>
  Deno.test(`masking ends for ${JSON.stringify(part)} over and over`, () => {
    const text = part.repeat(Math.ceil((1 << 16) / part.length));
    assert.notEqual(maskText(text), "");
    assert.equal(maskArgv([text]).length, 1);
  })
);

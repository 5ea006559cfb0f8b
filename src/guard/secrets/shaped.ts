/** Secrets known by the form of their surroundings: private keys, connection strings, assignments, headers. */
import { isAlphanumeric } from '../text/units.ts';
import { shannonEntropy } from './entropy.ts';
import { isPlaceholder } from './placeholder.ts';
import {
  isJwt,
  isRealAssignment,
  isRealPassword,
  isToken,
  isUserAndPassword,
  isWordy,
  LEAST_ENTROPY,
} from './real-values.ts';

export interface ShapedKind {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** Lower case; one of them must be in the text before the shape is tried around it. */
  readonly keywords: readonly string[];
  /** How much of the text before and behind the keyword the shape may need. */
  readonly before: number;
  readonly after: number;
  /** A sign that must follow the keyword, looked for before the shape is tried. */
  readonly needs?: string;
  /** A cheap look around a keyword that is too common to try the shape at each. */
  isLikely?(text: string, keywordStart: number): boolean;
  /** The group `value` is the secret itself. Tried on a window of bounded size only. */
  readonly shape: RegExp;
  /** Instead of the usual check for placeholders. */
  isReal?(value: string, match: RegExpExecArray, before: string, keyword: string): boolean;
  /** The keyword must not be part of a longer word. */
  readonly isWhole?: boolean;
  /** The shape begins with the keyword; otherwise behind it. */
  readonly isAtKeyword?: boolean;
}

const KEYWORD_WINDOW = 420;

const isTokenUnit = (unit: number): boolean => isAlphanumeric(unit) || unit === 95 || unit === 45;
const LONG_RUN = 24;

/** A full stop or dot behind so many letters and digits: nearly none is. */
function endsLongRun(text: string, at: number): boolean {
  for (let i = at - 1; i >= at - LONG_RUN; i -= 1) if (!isTokenUnit(text.charCodeAt(i))) return false;
  return true;
}

/** Kinds with a form of their own that is found through a word near it. */
type Row = readonly [id: string, name: string, keywords: string, shape: RegExp, before?: number];

const VALUE_BEHIND_NAME = String.raw`[\w .-]{0,24}["'\x60*)\]]{0,4}\s{0,2}(?:=>|:=|[=:|,]|\bto\b|\bis\b|\bwith\b|\bfor\b|token|key|secret)?\s{0,2}["'\x60*=:\s]{0,4}`;
const named = (value: string): RegExp => new RegExp(`^${VALUE_BEHIND_NAME}(?<value>${value})(?![A-Za-z0-9])`, 'i');
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const ROWS: readonly Row[] = [
  ['adafruit', 'Adafruit API key', 'adafruit', named('[a-z0-9_-]{32}')],
  ['adobe-client-id', 'Adobe client credential', 'adobe', named('[a-f0-9]{32}')],
  ['airtable-key', 'Airtable API key', 'airtable', named('[a-z0-9]{17}')],
  ['algolia', 'Algolia API key', 'algolia', named('[a-z0-9]{32}')],
  ['alibaba-secret', 'Alibaba Cloud secret key', 'alibaba', named('[a-z0-9]{30}')],
  ['asana-secret', 'Asana secret', 'asana', named('[a-z0-9]{32}|[0-9]{16}')],
  [
    'aws-secret',
    'AWS secret access key',
    'aws_secret|secret_access_key|secretaccesskey|aws secret|aws_key',
    /^[\w .-]{0,24}["'`*)\]]{0,4}\s{0,3}(?:=>|:=|[=:|,]|\bto\b|\bis\b)\s{0,3}["'`*]{0,3}(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/i,
  ],
  [
    'azure-client-secret',
    'Microsoft Entra client secret',
    'q~',
    /(?:^|[\s"'`=:(])(?<value>[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9_~.-])/,
    8,
  ],
  ['azure-sas', 'Azure shared access signature', 'sig=', /^sig=(?<value>[A-Za-z0-9%+/=]{40,100})/],
  ['azure-storage', 'Azure storage key', 'accountkey=', /^accountkey=(?<value>[A-Za-z0-9+/]{86}==)/i],
  ['beamer', 'Beamer API token', 'beamer', named('b_[a-z0-9=_-]{44}')],
  ['bitbucket', 'Bitbucket secret', 'bitbucket', named('[a-z0-9=_-]{64}|[a-z0-9]{32}')],
  ['bittrex', 'Bittrex key', 'bittrex', named('[a-z0-9]{32}')],
  ['cloudflare-key', 'Cloudflare API key', 'cloudflare', named('[a-f0-9]{37}|[a-z0-9_-]{40}')],
  ['codecov', 'Codecov access token', 'codecov', named('[a-z0-9]{32}')],
  ['cohere', 'Cohere API key', 'cohere|co_api_key', named('[a-z0-9]{40}')],
  ['coinbase', 'Coinbase access token', 'coinbase', named('[a-z0-9_-]{64}')],
  ['confluent', 'Confluent key', 'confluent', named('[a-z0-9]{64}|[a-z0-9]{16}')],
  ['contentful', 'Contentful token', 'contentful', named('[a-z0-9=_-]{43}')],
  ['datadog', 'Datadog key', 'datadog', named('[a-z0-9]{40}|[a-f0-9]{32}')],
  ['discord-secret', 'Discord credential', 'discord', named('[a-z0-9=_-]{32}|[a-f0-9]{64}|[0-9]{18}')],
  ['docker-auth', 'Docker registry credential', '"auth"', /^"auth"\s{0,3}:\s{0,3}"(?<value>[A-Za-z0-9+/=]{16,400})"/i],
  ['droneci', 'Drone CI token', 'drone', named('[a-z0-9]{32}')],
  ['dropbox', 'Dropbox token', 'dropbox', named('[a-z0-9]{15}|[a-z0-9]{11}AAAAAAAAAA[a-z0-9_=-]{43}')],
  ['etsy', 'Etsy access token', 'etsy', named('[a-z0-9]{24}')],
  ['facebook', 'Facebook secret', 'facebook', named('[a-f0-9]{32}|[0-9]{15,16}\\|[a-z0-9_-]{27,40}')],
  ['fastly', 'Fastly API token', 'fastly', named('[a-z0-9=_-]{32}')],
  ['finicity', 'Finicity credential', 'finicity', named('[a-f0-9]{32}|[a-z0-9]{20}')],
  ['finnhub', 'Finnhub token', 'finnhub', named('[a-z0-9]{20}')],
  ['flickr', 'Flickr token', 'flickr', named('[a-z0-9]{32}')],
  [
    'freemius',
    'Freemius secret key',
    'secret_key',
    /^secret_key["']?\]?\s{0,3}=>?\s{0,3}["'](?<value>sk_[^\s"']{29})["']/i,
  ],
  ['freshbooks', 'FreshBooks token', 'freshbooks', named('[a-z0-9]{64}')],
  ['gitter', 'Gitter token', 'gitter', named('[a-z0-9_-]{40}')],
  [
    'google-service-account',
    'Google service account key',
    '"private_key_id"',
    /^"private_key_id"\s{0,3}:\s{0,3}"(?<value>[0-9a-f]{40})"/i,
  ],
  ['heroku-key', 'Heroku API key', 'heroku', named(UUID)],
  ['hubspot', 'HubSpot API key', 'hubspot', named(UUID)],
  ['intercom', 'Intercom key', 'intercom', named('[a-z0-9=_-]{60}')],
  ['jfrog', 'JFrog credential', 'jfrog|artifactory|bintray|xray', named('[a-z0-9]{73}|[a-z0-9]{64}')],
  ['kraken', 'Kraken access token', 'kraken', named('[a-z0-9/=_+-]{80,90}')],
  [
    'kubernetes-secret',
    'value of a Kubernetes secret',
    'kind: secret',
    /^kind: secret[\s\S]{0,300}?\bdata:\s{1,4}[\w.-]{1,60}:\s{1,3}(?<value>[A-Za-z0-9+/]{10,200}={0,2})/i,
  ],
  ['kucoin', 'KuCoin credential', 'kucoin', named(`${UUID}|[a-f0-9]{24}`)],
  ['launchdarkly', 'LaunchDarkly token', 'launchdarkly', named('[a-z0-9=_-]{40}')],
  ['linear-secret', 'Linear client secret', 'linear', named('[a-f0-9]{32}')],
  ['linkedin', 'LinkedIn credential', 'linkedin|linked_in|linked-in', named('[a-z0-9]{16}|[a-z0-9]{14}')],
  ['looker', 'Looker credential', 'looker', named('[a-z0-9]{24}|[a-z0-9]{20}')],
  ['mailchimp', 'Mailchimp API key', '-us', /(?<![A-Za-z0-9])(?<value>[a-f0-9]{32}-us[0-9]{1,2})(?![0-9A-Za-z])/, 34],
  ['mailgun-signing', 'Mailgun signing key', 'mailgun', named('[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8}')],
  ['mattermost', 'Mattermost token', 'mattermost', named('[a-z0-9]{26}')],
  [
    'maxmind',
    'MaxMind licence key',
    '_mmk',
    /(?<![A-Za-z0-9])(?<value>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)(?![A-Za-z0-9])/,
    40,
  ],
  ['meraki', 'Cisco Meraki API key', 'meraki', named('[0-9a-f]{40}')],
  ['messagebird', 'MessageBird token', 'messagebird|message_bird|message-bird', named(`[a-z0-9]{25}|${UUID}`)],
  ['netlify', 'Netlify token', 'netlify', named('[a-z0-9=_-]{40,46}')],
  [
    'netrc',
    'password in a netrc line',
    'machine ',
    /^machine \S{1,80}\s{1,3}login \S{1,80}\s{1,3}password (?<value>\S{4,120})/i,
  ],
  ['new-relic', 'New Relic credential', 'newrelic|new_relic|new-relic', named('[a-z0-9]{64}')],
  [
    'npmrc',
    'npm registry credential',
    '_authtoken',
    /\/\/[^\s/:]{3,80}\/(?:[^\s:]{1,80}\/)?:_authtoken\s{0,2}=\s{0,2}["']?(?<value>[A-Za-z0-9_.=/+-]{16,400})/i,
    170,
  ],
  ['nytimes', 'New York Times key', 'nytimes|new-york-times|newyorktimes', named('[a-z0-9=_-]{32}')],
  ['okta', 'Okta access token', 'okta', named('00[\\w=-]{40}')],
  ['openshift-login', 'OpenShift login token', '--token=', /^--token=(?<value>[A-Za-z0-9_~.-]{20,200})/i],
  ['plaid-secret', 'Plaid secret', 'plaid', named('[a-z0-9]{30}|[a-z0-9]{24}')],
  ['privateai', 'Private AI token', 'privateai|private_ai|private-ai', named('[a-z0-9]{32}')],
  ['pulsar-like-hmac', 'IBM Cloud Object Storage key', 'ibm_cos|cos_hmac|hmac', named('[a-f0-9]{48}')],
  ['rapidapi', 'RapidAPI token', 'rapidapi|x-rapidapi-key', named('[a-z0-9_-]{50}')],
  ['sendbird', 'Sendbird token', 'sendbird', named(`[a-f0-9]{40}|${UUID}`)],
  ['sentry', 'Sentry token', 'sentry', named('[a-f0-9]{64}')],
  ['sidekiq', 'Sidekiq licence', 'sidekiq|contribsys|bundle', named('[a-f0-9]{8}:[a-f0-9]{8}')],
  ['snyk-token', 'Snyk token', 'snyk', named(UUID)],
  ['softlayer', 'SoftLayer key', 'softlayer', named('[a-z0-9]{64}')],
  ['sonar', 'Sonar token', 'sonar', named('(?:sq[upa]_)?[a-z0-9=_-]{40}')],
  ['squarespace', 'Squarespace token', 'squarespace', named(UUID)],
  ['ssh-password', 'password on a command line', 'sshpass', /^sshpass\s{1,3}-p\s{0,2}["']?(?<value>[^\s"']{4,80})/i],
  ['sumologic', 'Sumo Logic key', 'sumologic|sumo_|sumo-|sumo ', named('su[a-z0-9]{12}|[a-z0-9]{64}')],
  [
    'telegram',
    'Telegram bot token',
    ':a',
    /(?<![A-Za-z0-9])(?<value>[0-9]{5,16}:A[A-Za-z0-9_-]{34})(?![A-Za-z0-9_-])/i,
    20,
  ],
  [
    'terraform-cloud',
    'HashiCorp Terraform token',
    '.atlasv1.',
    /(?<![A-Za-z0-9])(?<value>[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70})(?![A-Za-z0-9])/i,
    26,
  ],
  ['travisci', 'Travis CI token', 'travis', named('[a-z0-9]{22}')],
  ['trello', 'Trello token', 'trello', named('[a-z0-9-]{32}')],
  ['twitch', 'Twitch token', 'twitch', named('[a-z0-9]{30}')],
  [
    'twitter',
    'Twitter credential',
    'twitter',
    named('[a-z0-9]{45}|[a-z0-9]{25}|[a-z0-9]{50}|[0-9]{15,25}-[a-zA-Z0-9]{20,40}'),
  ],
  [
    'url-parameter',
    'secret in a web address',
    'token=|key=|secret=|password=|signature=',
    /^(?:token|key|secret|password|signature)=(?<value>[A-Za-z0-9_%.~+/-]{20,200})(?=[&\s"'`)]|$)/i,
  ],
  ['vault-batch', 'HashiCorp Vault token, older form', 'vault', named('s\\.[A-Za-z0-9]{24}')],
  [
    'webhook-slack',
    'Slack webhook',
    'hooks',
    /^hooks.slack.com\/(?:services|workflows|triggers)\/(?<value>[A-Za-z0-9+/]{43,56})/i,
  ],
  ['zendesk', 'Zendesk key', 'zendesk', named('[a-z0-9]{40}')],
];

const rowKind = ([id, name, keywords, shape, before = 0]: Row): ShapedKind => ({
  id: `secret-${id}`,
  name,
  about: `Finds a ${name} by the words around it and its form.`,
  example: `${(keywords.split('|')[0] ?? '').trim()}… = …`,
  keywords: keywords.split('|'),
  before,
  // The keyword itself may be part of the shape, so the window begins with it where it is.
  after: KEYWORD_WINDOW,
  isAtKeyword: shape.source.startsWith('^') && !shape.source.startsWith('^[\\w .-]'),
  shape,
  isReal: isToken,
  isWhole: !shape.source.startsWith('^') ? false : /^[a-z]/.test(keywords),
});

const OWN_KINDS: readonly ShapedKind[] = [
  {
    id: 'secret-private-key',
    name: 'private key',
    about: 'Finds PEM blocks of private keys of every kind, PGP included.',
    example: '-----BEGIN … PRIVATE KEY-----',
    keywords: ['private key'],
    before: 30,
    after: 400,
    shape: /-----BEGIN[ A-Z0-9]{0,20}PRIVATE KEY(?: BLOCK)?-----(?<value>[\s\S]{20,400})/,
    isReal: (value) =>
      /[A-Za-z0-9+/=]{20}/.test(value) && !/(?:\.\.\.|…|xxxx|example|redacted|your)/i.test(value.slice(0, 80)),
  },
  {
    id: 'secret-jwt',
    name: 'JSON web token',
    about: 'Finds signed JSON web tokens: header and payload must be JSON objects in base64.',
    example: 'eyJ….eyJ….…',
    keywords: ['eyj'],
    isAtKeyword: true,
    before: 0,
    after: 1_200,
    isReal: isJwt,
    shape: /^(?<value>eyJ[A-Za-z0-9_-]{10,800}\.eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{10,400}={0,2})/,
  },
  {
    id: 'secret-discord-bot',
    name: 'Discord bot token',
    about: 'Finds a Discord bot token by the words around it and its form.',
    example: '.… = …',
    keywords: ['.'],
    before: 30,
    after: KEYWORD_WINDOW,
    isLikely: endsLongRun,
    shape:
      /(?<![A-Za-z0-9])(?<value>[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})(?![A-Za-z0-9_-])/,
    isReal: isToken,
  },
  {
    id: 'secret-connection-string',
    name: 'password in an address',
    about: 'Finds user and password inside a database or web address.',
    example: 'postgres://user:…@host/db',
    keywords: ['://'],
    needs: '@',
    isAtKeyword: true,
    before: 0,
    after: 200,
    shape:
      /^:\/\/[^\s:@/'"<>`]{0,60}:(?<value>[^\s@'"<>`/]{3,120})@(?!(?:[\w-]+\.){0,3}example\.(?:com|org|net)\b)[A-Za-z0-9_.[-]/,
    isReal: isRealPassword,
  },
  {
    id: 'secret-authorization',
    name: 'authorization header',
    about: 'Finds bearer tokens and basic credentials in headers.',
    example: 'Authorization: Bearer …',
    keywords: ['bearer', 'basic ', 'authorization'],
    isAtKeyword: true,
    before: 0,
    after: 300,
    shape: /(?:bearer|basic|token)[ =:]{1,3}(?<value>[A-Za-z0-9_.~+/=-]{16,400})/i,
    isReal: (value, match) =>
      !isPlaceholder(value) &&
      !isWordy(value) &&
      shannonEntropy(value) >= LEAST_ENTROPY &&
      (!/^basic/i.test(match[0]) || isUserAndPassword(value)),
  },
  {
    id: 'secret-assignment',
    name: 'secret beside its name',
    about:
      'Finds a random-looking value beside a name such as password, token, secret or api key: assigned, in a table, in a sentence.',
    example: 'DB_PASSWORD=…',
    keywords: [
      'password',
      'passwd',
      'pwd',
      'passphrase',
      'secret',
      'token',
      'credential',
      'api_key',
      'apikey',
      'api-key',
      'api key',
      'access_key',
      'access-key',
      'accesskey',
      'private_key',
      'auth_key',
      'client_secret',
      '_key',
      'signing key',
      'encryption_key',
      'encryption-key',
      'passcode',
      '_pass',
      'authkey',
    ],
    before: 0,
    after: 240,
    shape:
      /^(?<name>[\w.-]{0,30})["'`*)\]]{0,4}[ \t]{0,3}(?:=>|:=|==?|[:|]|\bto\b|\bis\b|\bwas\b)["'`*]{0,3}[ \t]{0,3}["'`*]{0,3}(?<value>[A-Za-z0-9_.~+/=!@#$%^&:-]{8,200}?)(?=["'`*\s,;)}|\]]|\\n|\.\s|\.?$)/i,
    isReal: isRealAssignment,
  },
  {
    id: 'secret-in-prose',
    name: 'secret named in a sentence',
    about: 'Finds a long random value that directly follows the word token, secret, password or key in a sentence.',
    example: 'used the token … for the smoke test',
    keywords: ['token', 'secret', 'password', 'api key', 'credentials', 'apikey'],
    before: 0,
    after: 240,
    shape: /^(?<name>s?)\s{1,2}["'`*(]{0,2}(?<value>[A-Za-z0-9_.~+/=-]{16,200})["'`*)]{0,2}(?=[\s,;:]|\.?$|\.\s)/i,
    isReal: (value, match, before, keyword) =>
      /[0-9].*[A-Za-z].*[0-9]|[A-Za-z].*[0-9].*[A-Za-z]/.test(value) &&
      isRealAssignment(value, match, before, keyword) &&
      shannonEntropy(value) >= 3.2,
  },
];

export const SHAPED_KINDS: readonly ShapedKind[] = [...OWN_KINDS, ...ROWS.map(rowKind)];

/** Keys of services whose tokens have no beginning of their own, and forms that several services share. */
import { isPlaceholder, shannonEntropy } from './placeholder.ts';
import { isHarmlessName, isNamedToken, isToken, isWordy } from './real-values.ts';
import { KEYWORD_WINDOW, type ShapedKind } from './shaped-kind.ts';

/** Services that hand out keys made of hex digits, of letters and digits, or in the form of a UUID; none whose name is a common word. */
const ISSUERS =
  'ably|abuseipdb|accuweather|activecampaign|adzuna|ahrefs|ai21|aikido|airbrake|airbyte|airvisual|aiven|alchemy|alphavantage|amadeus|amplitude|anypoint|appcenter|appfollow|appsflyer|appveyor|assemblyai|auth0|aviationstack|axonaut|azure_devops|backblaze|bamboohr|baremetrics|binance|bitfinex|bitly|bitmex|bitrise|bitstamp|blockfrost|blynk|browserstack|bscscan|bugsnag|bunnycdn|buttercms|bybit|bynder|calendarific|calendly|censys|chainstack|chargebee|chartmogul|checkr|cielo|civo|clarifai|clay|clearbit|clicksend|clockify|clockwork|clockworksms|cloudant|cloudinary|cloudsight|cloverly|cockroachdb|codacy|codeberg|codeclimate|codemagic|codeship|coinapi|coingecko|coinlib|coinmarketcap|configcat|contabo|coralogix|couchbase|coveralls|crossmint|crowdin|crowdstrike|cryptocompare|currencyfreaks|currencylayer|customerio|dareboost|deepai|deepgram|deepinfra|deepl|delighted|detectify|disqus|dnsimple|docusign|dotmailer|dwolla|dynadot|edamam|elasticemail|etherscan|eventbrite|exchangerate|exoscale|faceplusplus|fastforex|flightapi|forgejo|fortinet|foursquare|freshdesk|freshsales|fullstory|geoapify|geocodio|giphy|githubpat|gitbook|gitguardian|gladia|godaddy|graphhopper|greynoise|gumroad|gyazo|hcloud|helicone|helpscout|hetzner|heygen|hibp|hockeyapp|honeybadger|hotjar|huawei|huaweicloud|huggingface|hunterio|hypertrack|iexcloud|imgur|infura|instamojo|intrinio|invoiceninja|invoiceocean|ipdata|ipgeolocation|ipinfo|ipstack|jenkins|jotform|jumpcloud|kaggle|kagi|kickbox|klaviyo|koyeb|kraken|kucoin|lacework|langfuse|langsmith|languagelayer|lastfm|leaseweb|linode|livechat|logdna|loggly|lokalise|mailchannels|mailchimp|mailerlite|mailjet|mailtrap|mandrill|mapbox|mapquest|maptiler|marketstack|mashape|mediastack|mesibo|metaapi|metabase|mistral|mixpanel|moosend|moralis|nasa|nexmo|ngrok|nicereply|nightfall|northflank|novita|numverify|nylas|omnisend|onelogin|onesignal|opencage|openexchangerates|openphone|openrouter|opensea|openweather|openweathermap|opsgenie|optimizely|pagerduty|pandadoc|partnerstack|paymongo|paypal|paypay|pdflayer|pendo|pexels|pinata|pingdom|pipedrive|pivotaltracker|pixabay|plaid|playht|plivo|poloniex|polygonscan|portainer|portkey|positionstack|postmark|printful|printify|prodigi|promptlayer|protonmail|pusher|qase|qdrant|qualaroo|quandl|quicknode|railway|raygun|rebrandly|recaptcha|recharge|reddit|revenuecat|rocketchat|rocketreach|rollbar|route4me|sauce|saucelabs|scaleway|scrapestack|scrapfly|scrapingbee|screenshotapi|securitytrails|sendbird|sendgrid|sendpulse|sentinelone|serpapi|serpstack|shodan|shortcut|shotstack|shutterstock|signalwire|simplesat|sinch|sirv|smartsheet|sms77|snowflake|soundcloud|sourcehut|sparkpost|speechmatics|splunk|spoonacular|spotify|statuscake|statuspage|storecove|storyblok|strava|streamlabs|surveymonkey|survicate|swiftype|tableau|tailscale|teamwork|telnyx|tenable|testmo|textmagic|theoddsapi|thingsboard|tiingo|timezoneapi|tmdb|todoist|tomorrowio|tomtom|tradier|transloadit|trello|truenas|tumblr|twilio|twingate|tyntec|typesense|unsplash|upcdatabase|upcloud|uplead|uploadcare|upstash|uptimerobot|urlscan|vatlayer|vimeo|virustotal|visualcrossing|vonage|vpnapi|vultr|walkscore|wandb|weatherbit|weatherstack|weaviate|webex|webflow|wepay|whoxy|wistia|worldcoinindex|worldweather|wrike|yelp|yousign|zenrows|zenscrape|zeplin|zerobounce|zerotier|zhipu|zilliz|zipcodeapi|zoho|zonkafeedback|zoominfo|zscaler|zulip';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** What makes of the name of a service the name of its key. */
const KEY_WORD = String.raw`(?=[\w .-]{0,24}?(?:key|token|secret|auth|passw|pwd|pat\b|credential|api))`;
const BETWEEN = String.raw`[\w .-]{0,30}["'\x60*)\]]{0,4}\s{0,2}(?:=>|:=|[=:|,>]|\bto\b|\bis\b)\s{0,2}["'\x60*=:\s]{0,4}`;

/** Of many forms one: a row of hex digits, a UUID, or letters and digits too mixed for a name. */
const isIssued = (value: string): boolean =>
  isNamedToken(value) && !isWordy(value) && /[0-9]/.test(value) && shannonEntropy(value) >= 2.8;

/** Words that only tokens have between the name of their issuer and the noise. */
const TELLING_WORDS = [
  'live',
  'test',
  'prod',
  'production',
  'staging',
  'sandbox',
  'secret',
  'sk',
  'pat',
  'token',
  'apikey',
];

const LEAST_DIGITS = 3;

const isRandom = (value: string): boolean => isIssued(value) && shannonEntropy(value) >= 3.4;
const isNoise = (value: string): boolean => isRandom(value) && value.replaceAll(/\D/g, '').length >= LEAST_DIGITS;

/** The noise after the words is long and mixed. */
const isTelling = (value: string): boolean => isNoise(value.slice(value.search(/[A-Za-z0-9]*$/)));

const isHash = (value: string): boolean => !isPlaceholder(value) && shannonEntropy(value) >= 3;

const kind = (
  id: string,
  name: string,
  about: string,
  example: string,
  keywords: readonly string[],
  shape: RegExp,
  options: Pick<ShapedKind, 'isReal' | 'before' | 'isWhole' | 'isAtKeyword'> = { before: 0 },
): ShapedKind => ({ id: `secret-${id}`, name, about, example, keywords, after: KEYWORD_WINDOW, shape, ...options });

export const ISSUER_KINDS: readonly ShapedKind[] = [
  kind(
    'issuer-key',
    'key of a named service',
    'Finds a key, token or secret beside the name of the service that issues it: hex digits, a UUID, or a mixture of letters and digits.',
    'DEEPGRAM_API_KEY=…',
    ISSUERS.split('|'),
    new RegExp(
      String.raw`^${KEY_WORD}${BETWEEN}(?<value>${UUID}|[0-9a-f]{24,128}|[A-Za-z0-9_-]{20,100})(?![A-Za-z0-9_-])`,
      'i',
    ),
    { before: 0, isReal: isIssued, isWhole: true },
  ),
  kind(
    'uuid-key',
    'key in the form of a UUID',
    'Finds a UUID given to a name that ends in key, secret or token and says that it opens something: `API_KEY`, `client_secret`.',
    'X-Api-Key: …',
    [
      'api_key',
      'apikey',
      'api-key',
      'client_secret',
      'client-secret',
      'clientsecret',
      'secret_key',
      'secretkey',
      'access_token',
      'accesstoken',
      'api_token',
      'apitoken',
      'api-token',
      '_token',
      '_secret',
      '_password',
      '_private_key',
    ],
    new RegExp(
      String.raw`^["'\x60*)\]]{0,3}\s{0,2}(?:=>|:=|[=:])\s{0,2}["'\x60*\s]{0,4}(?<value>${UUID})(?![A-Za-z0-9_-])`,
      'i',
    ),
    { before: 0, isReal: (value, _, before) => isIssued(value) && !isHarmlessName(before) },
  ),
  kind(
    'password-hash',
    'hash of a password',
    'Finds hashes that programs keep instead of passwords: bcrypt, the forms of `/etc/shadow`, argon2, scrypt and PBKDF2. They can be guessed at leisure.',
    '$2b$12$…',
    [
      '$2a$',
      '$2b$',
      '$2y$',
      '$1$',
      '$5$',
      '$6$',
      '$y$',
      '$8$',
      '$9$',
      '$apr1$',
      '$argon2',
      '$pbkdf2',
      '$scrypt$',
      'pbkdf2_sha256$',
      '{ssha',
      '{sha}',
      '$krb5tgs$',
      '$krb5asrep$',
    ],
    /^(?:\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}|\$(?:1|apr1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|\$[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43})|\$[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}|\$y\$[./A-Za-z0-9]{1,6}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|\$argon2(?:id|i|d)\$v=\d{1,3}\$m=\d{1,9},t=\d{1,4},p=\d{1,3}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{20,180}|\$pbkdf2[-\w]{0,12}\$[\w=,]{1,24}\$[./A-Za-z0-9+]{8,90}\$[./A-Za-z0-9+]{20,180}|\$scrypt\$[\w=,]{3,30}\$[./A-Za-z0-9+]{8,90}\$[./A-Za-z0-9+]{20,180}|pbkdf2_sha256\$\d{3,8}\$[A-Za-z0-9]{6,40}\$[A-Za-z0-9+/]{43}=|\$krb5(?:tgs|asrep)\$(?:17|18|23)\$[^\s:]{4,200}[:$][a-f0-9]{24,32}\$[a-f0-9]{64,2000}|\{sha\}[A-Za-z0-9+/]{27}=|\{ssha(?:256|512)?\}[A-Za-z0-9+/]{28,140}={0,2})(?![./A-Za-z0-9])/i,
    { before: 0, isAtKeyword: true, isReal: (value) => isHash(value.slice(value.search(/[^$}]*$/))) },
  ),
  kind(
    'telling-token',
    'token that says what it is',
    'Finds tokens that begin with a name and a word such as live, prod, secret, pat or token: `acme_live_…`.',
    'acme_live_…',
    TELLING_WORDS.flatMap((word) => [`_${word}_`, `-${word}-`]),
    new RegExp(
      String.raw`(?<![A-Za-z0-9_./-])(?!pk|pub)(?<value>[a-z][a-z0-9]{1,11}(?:_(?:${TELLING_WORDS.join('|')})_|-(?:${TELLING_WORDS.join('|')})-)[A-Za-z0-9]{20,64})(?![A-Za-z0-9_./-])`,
    ),
    { before: 24, isReal: isTelling },
  ),
  kind(
    'header-key',
    'key in a header',
    'Finds the value of a header of a service that carries a key: `x-functions-key: …`.',
    'X-Acme-Key: …',
    ['-key:', '-key": "', "-key': '"],
    /(?<![\w-])x-[a-z][a-z-]{1,30}-key(?:["']: ["']|: {0,2}["']?)(?<value>[A-Za-z0-9_.~+/-]{16,200}={0,2})(?![A-Za-z0-9_.~+/=-])/i,
    { before: 40, isReal: isIssued },
  ),
  kind(
    'authorization-scheme',
    'authorization header',
    'Finds the value of an authorization header by itself, or after the name of a scheme of one service.',
    'Authorization: GenieKey …',
    ['authorization'],
    /^["'\]]{0,3}\s{0,2}[:=,]\s{0,2}["'\x60]{0,2}(?:(?!basic|digest|aws4)[a-z][a-z-]{2,20}[ =]{1,2}(?:(?:token|key|apikey)=)?["']?)?(?<value>[A-Za-z0-9_.~+/-]{20,400}={0,2})(?=["'\x60\s,;)\\]|$)/i,
    { before: 0, isReal: isIssued },
  ),
  kind(
    'key-value',
    'key beside its name',
    'Finds a long random value that is given to a name such as `privateKey`, `masterKey` or `encryption-key`.',
    'privateKey: "…"',
    [
      'privatekey',
      'private-key',
      'masterkey',
      'encryptionkey',
      'consumerkey',
      'signing-key',
      'accountkey',
      'sharedkey',
      'servicekey',
      'api.key',
      'secret.key',
    ],
    /^["'\]]{0,2}\s{0,2}(?:=>|:=|[=:])\s{0,2}["'\x60]?(?<value>[A-Za-z0-9+/_-]{20,200}={0,2})(?=["'\x60\s,;<)]|$)/,
    { before: 0, isReal: isNoise },
  ),
  kind(
    'auth-value',
    'token called auth or api',
    'Finds a long random value that is given to `auth`, `authentication` or `api`.',
    'auth = "…"',
    ['auth', 'authentication', 'api'].flatMap((word) =>
      ['="', "='", ' = "', " = '", '": "', "': '", ': "', ": '"].map((sign) => word + sign),
    ),
    /^(?<value>[A-Za-z0-9_+/-]{20,200}={0,2})["']/,
    { before: 0, isReal: isRandom },
  ),
  kind(
    'address-token',
    'token in an address',
    'Finds a token that stands where the user of an address stands.',
    'https://…@git.acme.dev/shop.git',
    ['://'],
    /^(?<value>[A-Za-z0-9_-]{20,100})@(?!\w*\.?ingest|[\w.-]*sentry)[\w.-]{3,80}(?!\/\d+(?:[\s"'\x60]|$))(?=[/:\s"'\x60)]|$)/i,
    { before: 0, isReal: isNoise },
  ),
  kind(
    'atlassian-data-center',
    'access token of an Atlassian server',
    'Finds personal access tokens of Jira, Confluence, Bamboo and Bitbucket servers: base64 of twelve digits, a colon and noise.',
    'JIRA_PAT=…',
    ['jira', 'confluence', 'bamboo', 'bitbucket', 'wiki', '_pat', 'bearer'],
    /(?<![A-Za-z0-9+/])(?<value>[MNO][A-Za-z0-9+/]{15}O[g-v][A-Za-z0-9+/]{26})(?![A-Za-z0-9+/=])/,
    { before: 0, isReal: (value) => /^\d{12}:/.test(Buffer.from(value, 'base64').toString('latin1')) },
  ),
  kind(
    'azure-identifiable',
    'key of an Azure service',
    'Finds keys of Azure services by the letters that mark whose they are.',
    '…+ASt…==',
    ['+ast', 'acdb', 'azfu', 'azsea', 'azca', '+asb', '+aeh', '+arm', 'aiot', '+aba', 'apim', 'azeg', 'azdo', 'jqqj99'],
    /(?<![A-Za-z0-9+/])(?<value>[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}==|[A-Za-z0-9+/]{76}(?:ACDb|APIM)[A-Za-z0-9+/]{6}(?:==)?|[A-Za-z0-9+/]{33}(?:\+A(?:Sb|Eh|Rm)|AIoT|AZEG|AzCa)[A-Za-z0-9+/]{6,7}=?|[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{6}==|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4,5}|[A-Za-z0-9]{48,56}JQQJ99[A-Za-z0-9]{24,28})(?![A-Za-z0-9+/])/,
    { before: 78, isReal: isToken },
  ),
  kind(
    'shared-access-key',
    'shared access key',
    'Finds the key of a connection string of a queue, hub or bus.',
    'Endpoint=sb://…;SharedAccessKey=…',
    ['sharedaccesskey=', 'sharedsecretvalue=', ';accesskey=', 'primarykey=', 'masterkey='],
    /^(?<value>[A-Za-z0-9+/]{42,90}={0,2})(?![A-Za-z0-9+/=])/,
    { before: 0, isReal: isToken },
  ),
  kind(
    'bootstrap-token',
    'Kubernetes bootstrap token',
    'Finds the token that a machine joins a cluster with.',
    'kubeadm join … --token …',
    ['kubeadm join', 'kubeadm token', 'bootstrap token', 'bootstrap-token'],
    /^[^\n]{0,120}?(?<![A-Za-z0-9.])(?<value>[a-z0-9]{6}\.[a-z0-9]{16})(?![A-Za-z0-9.])/,
    { before: 0, isReal: isToken },
  ),
];

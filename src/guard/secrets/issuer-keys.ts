/** Keys of services whose tokens have no beginning of their own, and forms that several services share. */
import { shannonEntropy } from './entropy.ts';
import { isPlaceholder } from './placeholder.ts';
import { isNamedToken, isToken, isWordy } from './real-values.ts';
import { KEYWORD_WINDOW, type ShapedKind } from './shaped-kind.ts';

/** Services that hand out keys made of hex digits, of letters and digits, or in the form of a UUID; none whose name is a common word. */
const ISSUERS =
  'ably|abuseipdb|accuweather|activecampaign|adzuna|ahrefs|ai21|aikido|airbrake|airbyte|airvisual|aiven|alchemy|alphavantage|amadeus|amplitude|anypoint|appcenter|appfollow|appsflyer|appveyor|assemblyai|auth0|aviationstack|azure_devops|backblaze|bamboohr|baremetrics|binance|bitfinex|bitly|bitmex|bitrise|bitstamp|blockfrost|blynk|browserstack|bscscan|bugsnag|buttercms|bybit|bynder|calendly|censys|chainstack|chargebee|chartmogul|checkr|clarifai|clearbit|clicksend|clockify|cloudant|cloudinary|cloudsight|codacy|codeberg|codeclimate|codemagic|codeship|coinapi|coingecko|coinlib|coinmarketcap|coralogix|couchbase|coveralls|crowdin|cryptocompare|currencylayer|customerio|dareboost|deepai|deepgram|deepl|delighted|detectify|disqus|dnsimple|docusign|dwolla|dynadot|edamam|elasticemail|etherscan|eventbrite|exchangerate|exoscale|fastforex|flightapi|forgejo|foursquare|freshdesk|freshsales|fullstory|geocodio|giphy|gitbook|gitguardian|godaddy|graphhopper|greynoise|gumroad|gyazo|hcloud|helicone|helpscout|hetzner|hibp|hockeyapp|honeybadger|hotjar|huawei|huaweicloud|huggingface|hunterio|hypertrack|iexcloud|imgur|infura|instamojo|intrinio|invoiceninja|ipdata|ipgeolocation|ipinfo|ipstack|jenkins|jotform|jumpcloud|kaggle|kagi|kickbox|klaviyo|lacework|langfuse|langsmith|languagelayer|lastfm|leaseweb|linode|livechat|logdna|loggly|lokalise|mailchimp|mailerlite|mailjet|mailtrap|mandrill|mapquest|marketstack|mashape|mediastack|mesibo|metaapi|metabase|mistral|mixpanel|moosend|moralis|nasa|nexmo|ngrok|nightfall|numverify|omnisend|onelogin|onesignal|opencage|openexchangerates|openrouter|opensea|openweather|openweathermap|opsgenie|optimizely|pagerduty|pandadoc|paymongo|paypal|pendo|pexels|pinata|pingdom|pipedrive|pivotaltracker|pixabay|plivo|poloniex|polygonscan|portainer|portkey|positionstack|postmark|promptlayer|pusher|qase|qdrant|qualaroo|quandl|quicknode|railway|raygun|rebrandly|recaptcha|recharge|reddit|revenuecat|rocketchat|rollbar|route4me|sauce|saucelabs|scaleway|scrapingbee|screenshotapi|securitytrails|sendgrid|sendpulse|serpapi|serpstack|shodan|shortcut|signalwire|simplesat|sinch|sirv|smartsheet|sms77|soundcloud|sparkpost|splunk|spoonacular|spotify|statuscake|statuspage|storyblok|strava|surveymonkey|tableau|teamwork|testmo|textmagic|thingsboard|tiingo|timezoneapi|tmdb|todoist|tomorrowio|tomtom|tradier|transloadit|truenas|tumblr|twilio|typesense|unsplash|upcloud|uplead|uploadcare|uptimerobot|urlscan|vatlayer|vimeo|virustotal|visualcrossing|vonage|vultr|walkscore|wandb|weatherbit|weatherstack|weaviate|webex|webflow|wepay|whoxy|wistia|worldcoinindex|worldweather|wrike|yelp|zenscrape|zeplin|zerobounce|zhipu|zilliz|zipcodeapi|zonkafeedback|zoominfo|zulip';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** What makes of the name of a service the name of its key. */
const KEY_WORD = String.raw`(?=[\w .-]{0,24}?(?:key|token|secret|auth|passw|pwd|pat\b|credential|api))`;
const BETWEEN = String.raw`[\w .-]{0,30}["'\x60*)\]]{0,4}\s{0,2}(?:=>|:=|[=:|,]|\bto\b|\bis\b)\s{0,2}["'\x60*=:\s]{0,4}`;

/** Of many forms one: a row of hex digits, a UUID, or letters and digits too mixed for a name. */
const isIssued = (value: string): boolean =>
  isNamedToken(value) && !isWordy(value) && /[0-9]/.test(value) && shannonEntropy(value) >= 2.8;

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
    ],
    new RegExp(
      String.raw`^["'\x60*)\]]{0,3}\s{0,2}(?:=>|:=|[=:])\s{0,2}["'\x60*\s]{0,4}(?<value>${UUID})(?![A-Za-z0-9_-])`,
      'i',
    ),
    { before: 0, isReal: isIssued },
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
      '$apr1$',
      '$argon2',
      '$pbkdf2',
      '$scrypt$',
      'pbkdf2_sha256$',
      '{ssha',
      '$krb5tgs$',
      '$krb5asrep$',
    ],
    /^(?:\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}|\$(?:1|apr1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|\$[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43})|\$y\$[./A-Za-z0-9]{1,6}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|\$argon2(?:id|i|d)\$v=\d{1,3}\$m=\d{1,9},t=\d{1,4},p=\d{1,3}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{20,180}|\$pbkdf2[-\w]{0,12}\$[\w=,]{1,24}\$[./A-Za-z0-9+]{8,90}\$[./A-Za-z0-9+]{20,180}|\$scrypt\$[\w=,]{3,30}\$[./A-Za-z0-9+]{8,90}\$[./A-Za-z0-9+]{20,180}|pbkdf2_sha256\$\d{3,8}\$[A-Za-z0-9]{6,40}\$[A-Za-z0-9+/]{43}=|\$krb5(?:tgs|asrep)\$(?:17|18|23)\$[^\s:]{4,200}[:$][a-f0-9]{24,32}\$[a-f0-9]{64,2000}|\{ssha(?:256|512)?\}[A-Za-z0-9+/]{28,140}={0,2})(?![./A-Za-z0-9])/i,
    { before: 0, isAtKeyword: true, isReal: (value) => isHash(value.slice(value.search(/[^$}]*$/))) },
  ),
  kind(
    'azure-identifiable',
    'key of an Azure service',
    'Finds keys of Azure services by the letters that mark whose they are.',
    '…+ASt…==',
    ['+ast', 'acdb', 'azfu', 'azsea', 'azca', '+asb', '+aeh', '+arm', 'aiot', '+aba', 'apim', 'azeg', 'azdo', 'jqqj99'],
    /(?<![A-Za-z0-9+/])(?<value>[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}==|[A-Za-z0-9+/]{76}(?:ACDb|APIM)[A-Za-z0-9+/]{6}(?:==)?|[A-Za-z0-9+/]{33}(?:\+A(?:Sb|Eh|Rm)|AIoT|AZEG|AzCa)[A-Za-z0-9+/]{6,7}=?|[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{6}==|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26})(?![A-Za-z0-9+/])/,
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

/** Beginnings of tokens as their issuers document them: mostly small services, and parts of large ones. */
import type { PrefixedRow } from './prefixed-row.ts';

const ALNUM = '[A-Za-z0-9]';
const URL64 = '[A-Za-z0-9_-]';
const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}';

export const SERVICE_PREFIXES: readonly PrefixedRow[] = [
  ['arcjet', 'Arcjet key', 'ajkey_', '[a-z0-9]{26}'],
  ['aws-appsync', 'AWS AppSync API key', 'da2-', '[a-z0-9]{26}'],
  ['aws-session', 'AWS session token', 'FwoGZXIvYXdz IQoJb3JpZ2luX2', '[A-Za-z0-9/+]{100,2000}={0,2}'],
  ['bitwarden', 'Bitwarden access token', '0.', `${UUID}\\.${ALNUM}{30}:[A-Za-z0-9+/]{22}==`],
  ['browserbase', 'Browserbase API key', 'bb_live_ bb_test_', `${URL64}{20,40}`],
  ['cal-com', 'Cal.com API key', 'cal_live_ cal_test_', '[a-f0-9]{32}'],
  ['cartesia', 'Cartesia API key', 'sk_car_', `${ALNUM}{20,32}`],
  ['close', 'Close API key', 'api_', `${ALNUM}{20,24}\\.${ALNUM}{20,24}`],
  ['composio', 'Composio API key', 'ak_', `${URL64}{20}`, { entropy: 3.7 }],
  ['courier', 'Courier authorization token', 'pk_prod_ pk_test_', '[A-Z0-9]{28}'],
  ['crossmint', 'Crossmint server key', 'sk_production_ sk_staging_', `${ALNUM}{60,}`],
  ['dependency-track', 'Dependency-Track API key', 'odt_', `(?:${ALNUM}{8}_)?${ALNUM}{32}`],
  ['docker-swarm', 'Docker Swarm join token', 'SWMTKN-1-', '[a-z0-9]{50}-[a-z0-9]{25}'],
  ['flagsmith', 'Flagsmith server key', 'ser.', `${ALNUM}{22}`, { entropy: 3.5 }],
  ['gitlab-workspace', 'GitLab workspace token', 'glwt-', `${URL64}{20,}`],
  ['google-ai', 'Google authorization key', 'AQ.Ab8', `${URL64}{44,60}`],
  ['intercom-token', 'Intercom access token', 'dG9rO', '[A-Za-z0-9+/]{50,60}={0,2}'],
  ['jina', 'Jina API key', 'jina_', `[a-f0-9]{32}${URL64}{28}`],
  ['jumpcloud', 'JumpCloud API key', 'jca_', `${ALNUM}{36}`],
  ['klaviyo', 'Klaviyo private key', 'pk_', '[a-f0-9]{34}'],
  ['kolide', 'Kolide API key', 'k2sk_v1_', `${ALNUM}{24}`],
  ['llama-cloud', 'LlamaCloud API key', 'llx-', `${ALNUM}{48}`],
  ['modal', 'Modal token', 'ak- as-', `${ALNUM}{22}`, { entropy: 3.7 }],
  ['mollie', 'Mollie API key', 'live_ test_', `${ALNUM}{30}`, { entropy: 3.7 }],
  ['onesignal', 'OneSignal API key', 'os_v2_app_ os_v2_org_', '[a-z2-7]{90,120}'],
  ['paddle', 'Paddle API key', 'pdl_live_apikey_ pdl_sdbx_apikey_', `[a-z0-9]{26}_${ALNUM}{22}_${ALNUM}{3}`],
  ['persona', 'Persona API key', 'persona_production_ persona_sandbox_', UUID],
  ['pubnub', 'PubNub key', 'sec-c-', `(?:${UUID}|${ALNUM}{40,60}={0,2})`],
  ['runpod', 'Runpod API key', 'rpa_', '[A-Z0-9]{36,44}[a-z0-9]{0,6}'],
  ['salesforce', 'Salesforce access token', '00D', `${ALNUM}{12,15}![A-Za-z0-9_.]{60,130}`],
  ['segment', 'Segment public API token', 'sgp_', `${ALNUM}{64}`],
  ['stackhawk', 'StackHawk API key', 'hawk.', `${URL64}{20}\\.${URL64}{20}`],
  ['statsig', 'Statsig key', 'secret- console-', `${ALNUM}{40,50}`, { entropy: 3.7 }],
  ['teamcity', 'TeamCity access token', 'eyJ0eXAiOiAiVENWMiJ9.', `${URL64}{36}\\.${URL64}{48}`],
  ['telnyx', 'Telnyx API key', 'KEY0', `[A-F0-9]{31}_${ALNUM}{22}`],
  ['voiceflow', 'Voiceflow key', 'VF.DM.', `[a-f0-9]{24}\\.${ALNUM}{16}`],
  ['xendit', 'Xendit secret key', 'xnd_production_ xnd_development_', `${ALNUM}{40,80}`],
  ['wecom-webhook', 'WeCom webhook', 'qyapi.weixin.qq.com/cgi-bin/webhook/send?key=', UUID],
  ['zoho', 'Zoho token', '1000.', '[a-f0-9]{32}\\.[a-f0-9]{32}'],
];

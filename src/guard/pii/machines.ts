/** Addresses of machines and accounts on them, which lead to the person who uses them. */
import { rule, type PiiKind } from './kind.ts';
import { SIGN } from './line-signs.ts';
import * as check from './validators.ts';

const IP_ADDRESS = rule(
  'ip-address',
  'IP address',
  'Finds addresses of machines in the public internet, and private ones that the text calls somebody’s or that are the whole text, as in a field of a form; reserved and documentation ranges stay silent.',
  '93.184.0.0',
);
const IPV6_ADDRESS = rule(
  'ipv6-address',
  'IPv6 address',
  'Finds global IPv6 addresses, and local ones that the text calls somebody’s or that are the whole text; documentation ranges stay silent.',
  '2600:…',
);

/** Words that make an address that of a person's machine. */
const SOMEBODYS =
  /\bIPs?(?:v[46])?(?: address(?:es)?)?(?: is|:|=| =)|\b(?:my|his|her|their|your|client|customer|device|laptop|phone|visitor|caller|guest|employee|user|home|personal)(?:['’]?s)? (?:ip|address)\b|\b(?:log(?:ged|s|in|ging)?|sign(?:ed|s|ing)?)[- ]?in from\b|\b(?:visitor|caller|guest|user|customer|employee)s?(?: \S{1,30})? (?:from|at|with ip)\b/i;

export const MACHINE_KINDS: readonly PiiKind[] = [
  {
    rule: IP_ADDRESS,
    sign: SIGN.dottedNumbers,
    form: /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![.-]*\w)/g,
    isReal: check.isPublicIpv4,
  },
  {
    rule: IP_ADDRESS,
    sign: SIGN.dottedNumbers,
    form: /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![./-]*\w)/g,
    needsWord: true,
    context: SOMEBODYS,
    isReal: check.isPrivateIpv4,
  },
  {
    rule: IP_ADDRESS,
    sign: SIGN.dottedNumbers,
    form: /(?<=^\W{0,3}(?:[0-9a-f]{0,4}:){0,7})(?:\d{1,3}\.){3}\d{1,3}(?=(?:\]?:\d{1,5}|\/\d{1,3}|[@%][a-z]{2,8}\d{0,3})?\W{0,3}$)/gi,
    isWholeText: true,
    isReal: check.isOwnNetworkIpv4,
  },
  {
    rule: IPV6_ADDRESS,
    sign: SIGN.hexGroups,
    form: /(?<![\w:.])(?:[0-9a-f]{1,4}:){1,7}:?[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6}(?![:.]*\w)/gi,
    isReal: check.isPublicIpv6,
  },
  {
    rule: IPV6_ADDRESS,
    sign: SIGN.hexGroups,
    form: /(?<![\w:.])(?:fe[89ab][0-9a-f]|f[cd][0-9a-f]{2})(?:::?[0-9a-f]{1,4}){1,7}(?![:.]*\w)/gi,
    needsWord: true,
    context: SOMEBODYS,
    isReal: (value) => value.includes('::') || value.split(':').length === 8,
  },
  {
    rule: IPV6_ADDRESS,
    sign: SIGN.hexGroups,
    form: /(?<=^\W{0,3})(?:fe[89ab][0-9a-f]|f[cd][0-9a-f]{2})(?:::?[0-9a-f]{1,4}){0,7}(?:::)?(?=(?:%[a-z0-9]{1,8}|\/\d{1,3})?\W{0,3}$)/gi,
    isWholeText: true,
    isReal: (value) => value.includes('::') || value.split(':').length === 8,
  },
  {
    rule: rule(
      'mac-address',
      'hardware (MAC) address',
      'Finds hardware addresses, which follow a machine and its owner.',
      '00:1A:…',
    ),
    sign: SIGN.hexGroups,
    form: /(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])|(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/gi,
    isReal: (value) => value.includes('.') || check.isMac(value),
  },
  {
    rule: rule(
      'home-path',
      'home folder with a person’s name',
      'Finds paths of home folders: they name the account of a person. Generic accounts stay silent.',
      '/home/jane/…',
    ),
    sign: SIGN.homeFolder,
    form: /(?:\/home\/|\/Users\/|[A-Z]:[\\/]{1,2}Users[\\/]{1,2})[A-Za-z][A-Za-z0-9._-]{1,31}(?=[\\/"'`\s]|$)/g,
    isReal: (value) =>
      !/[\\/](?:user(?:name)?|you|me|runner|ubuntu|root|node|app|vscode|circleci|admin|administrator|public|default|shared|name|user\d*|your\w*|\w*user|dev|test|build|jenkins|vagrant|ec2-user|git|home|agent|bot|foo|example|linuxbrew|pi|claude|codespace|gitpod|xxx+)$/i.test(
        value,
      ),
  },
];

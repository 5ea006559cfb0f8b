// Generated from schema/aahp-manifest.schema.json by npm run generate.
// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	function ucs2length(str) {
		const len = str.length;
		let length = 0;
		let pos = 0;
		let value;
		while (pos < len) {
			length++;
			value = str.charCodeAt(pos++);
			if (value >= 55296 && value <= 56319 && pos < len) {
				value = str.charCodeAt(pos);
				if ((value & 64512) === 56320) pos++;
			}
		}
		return length;
	}
	exports.default = ucs2length;
	ucs2length.code = "require(\"ajv/dist/runtime/ucs2length\").default";
}));

// node_modules/ajv-formats/dist/formats.js
var require_formats = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
	function fmtDef(validate, compare) {
		return {
			validate,
			compare
		};
	}
	exports.fullFormats = {
		date: fmtDef(date, compareDate),
		time: fmtDef(getTime(true), compareTime),
		"date-time": fmtDef(getDateTime(true), compareDateTime),
		"iso-time": fmtDef(getTime(), compareIsoTime),
		"iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
		duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
		uri,
		"uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
		"uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
		url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
		email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
		hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
		ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
		ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
		regex,
		uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
		"json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
		"json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
		"relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
		byte,
		int32: {
			type: "number",
			validate: validateInt32
		},
		int64: {
			type: "number",
			validate: validateInt64
		},
		float: {
			type: "number",
			validate: validateNumber
		},
		double: {
			type: "number",
			validate: validateNumber
		},
		password: true,
		binary: true
	};
	exports.fastFormats = {
		...exports.fullFormats,
		date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
		time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
		"date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
		"iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
		"iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
		uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
		"uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
		email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
	};
	exports.formatNames = Object.keys(exports.fullFormats);
	function isLeapYear(year) {
		return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	}
	const DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
	const DAYS = [
		0,
		31,
		28,
		31,
		30,
		31,
		30,
		31,
		31,
		30,
		31,
		30,
		31
	];
	function date(str) {
		const matches = DATE.exec(str);
		if (!matches) return false;
		const year = +matches[1];
		const month = +matches[2];
		const day = +matches[3];
		return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
	}
	function compareDate(d1, d2) {
		if (!(d1 && d2)) return void 0;
		if (d1 > d2) return 1;
		if (d1 < d2) return -1;
		return 0;
	}
	const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
	function getTime(strictTimeZone) {
		return function time(str) {
			const matches = TIME.exec(str);
			if (!matches) return false;
			const hr = +matches[1];
			const min = +matches[2];
			const sec = +matches[3];
			const tz = matches[4];
			const tzSign = matches[5] === "-" ? -1 : 1;
			const tzH = +(matches[6] || 0);
			const tzM = +(matches[7] || 0);
			if (tzH > 23 || tzM > 59 || strictTimeZone && !tz) return false;
			if (hr <= 23 && min <= 59 && sec < 60) return true;
			const utcMin = min - tzM * tzSign;
			const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
			return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
		};
	}
	function compareTime(s1, s2) {
		if (!(s1 && s2)) return void 0;
		const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
		const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
		if (!(t1 && t2)) return void 0;
		return t1 - t2;
	}
	function compareIsoTime(t1, t2) {
		if (!(t1 && t2)) return void 0;
		const a1 = TIME.exec(t1);
		const a2 = TIME.exec(t2);
		if (!(a1 && a2)) return void 0;
		t1 = a1[1] + a1[2] + a1[3];
		t2 = a2[1] + a2[2] + a2[3];
		if (t1 > t2) return 1;
		if (t1 < t2) return -1;
		return 0;
	}
	const DATE_TIME_SEPARATOR = /t|\s/i;
	function getDateTime(strictTimeZone) {
		const time = getTime(strictTimeZone);
		return function date_time(str) {
			const dateTime = str.split(DATE_TIME_SEPARATOR);
			return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
		};
	}
	function compareDateTime(dt1, dt2) {
		if (!(dt1 && dt2)) return void 0;
		const d1 = new Date(dt1).valueOf();
		const d2 = new Date(dt2).valueOf();
		if (!(d1 && d2)) return void 0;
		return d1 - d2;
	}
	function compareIsoDateTime(dt1, dt2) {
		if (!(dt1 && dt2)) return void 0;
		const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
		const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
		const res = compareDate(d1, d2);
		if (res === void 0) return void 0;
		return res || compareTime(t1, t2);
	}
	const NOT_URI_FRAGMENT = /\/|:/;
	const URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
	function uri(str) {
		return NOT_URI_FRAGMENT.test(str) && URI.test(str);
	}
	const BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
	function byte(str) {
		BYTE.lastIndex = 0;
		return BYTE.test(str);
	}
	const MIN_INT32 = -(2 ** 31);
	const MAX_INT32 = 2 ** 31 - 1;
	function validateInt32(value) {
		return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
	}
	function validateInt64(value) {
		return Number.isInteger(value);
	}
	function validateNumber() {
		return true;
	}
	const Z_ANCHOR = /[^\\]\\Z/;
	function regex(str) {
		if (Z_ANCHOR.test(str)) return false;
		try {
			new RegExp(str);
			return true;
		} catch (e) {
			return false;
		}
	}
}));

// \0validator.js
const validate = validate20;
const schema31 = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "AAHP manifest",
	"description": "MANIFEST.json of .ai/handoff/, versions 2 and 3. Fields that are not named here are allowed and kept.",
	"type": "object",
	"required": [
		"aahp_version",
		"project",
		"last_session",
		"files",
		"quick_context"
	],
	"properties": {
		"aahp_version": {
			"type": "string",
			"pattern": "^\\d+\\.\\d+$"
		},
		"project": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"last_session": {
			"type": "object",
			"required": [
				"agent",
				"timestamp",
				"phase"
			],
			"properties": {
				"agent": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200
				},
				"session_id": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200
				},
				"timestamp": {
					"type": "string",
					"format": "date-time"
				},
				"commit": {
					"type": "string",
					"maxLength": 64,
					"description": "HEAD just before the handoff commit, or none."
				},
				"phase": {
					"type": "string",
					"enum": [
						"research",
						"architecture",
						"implementation",
						"review",
						"fix",
						"idle",
						"documentation"
					]
				},
				"duration_minutes": {
					"type": "integer",
					"minimum": 0
				}
			}
		},
		"files": {
			"type": "object",
			"propertyNames": { "pattern": "(\\.md|^(LOG-ARCHIVE\\.index|pii-allowlist|allow)\\.json)$" },
			"additionalProperties": { "$ref": "#/$defs/file" }
		},
		"quick_context": {
			"type": "string",
			"maxLength": 500
		},
		"token_budget": {
			"type": "object",
			"properties": {
				"manifest_only": {
					"type": "integer",
					"minimum": 0
				},
				"manifest_plus_status_and_actions": {
					"type": "integer",
					"minimum": 0
				},
				"manifest_plus_core": {
					"type": "integer",
					"minimum": 0
				},
				"full_read": {
					"type": "integer",
					"minimum": 0
				}
			}
		},
		"next_task_id": {
			"type": "integer",
			"minimum": 1
		},
		"tasks": {
			"type": "object",
			"propertyNames": { "pattern": "^T-\\d{3,}$" },
			"additionalProperties": { "$ref": "#/$defs/task" }
		},
		"cross_repo_ref": {
			"type": "object",
			"required": [
				"repo",
				"commit",
				"relation"
			],
			"properties": {
				"repo": {
					"type": "string",
					"minLength": 1
				},
				"commit": { "type": "string" },
				"handoff_file": { "type": "string" },
				"relation": {
					"type": "string",
					"enum": [
						"implements",
						"extends",
						"consumes"
					]
				}
			}
		}
	},
	"$defs": {
		"file": {
			"title": "ManifestFile",
			"type": "object",
			"required": [
				"checksum",
				"updated",
				"lines",
				"summary"
			],
			"properties": {
				"checksum": {
					"type": "string",
					"pattern": "^sha256:[a-f0-9]{64}$"
				},
				"updated": {
					"type": "string",
					"format": "date-time"
				},
				"lines": {
					"type": "integer",
					"minimum": 0
				},
				"summary": {
					"type": "string",
					"maxLength": 200
				},
				"trust": {
					"type": "string",
					"enum": ["assumed", "unknown"],
					"description": "Set if the content is known to be less than verified: an edit outside the protocol, or a salvaged session."
				},
				"adopted_by": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200
				},
				"sections": {
					"type": "object",
					"description": "The same for single sections; one that is not named is verified. The empty name is the text above the first section.",
					"additionalProperties": {
						"type": "object",
						"required": ["trust"],
						"properties": {
							"trust": {
								"type": "string",
								"enum": ["assumed", "unknown"]
							},
							"adopted_by": {
								"type": "string",
								"minLength": 1,
								"maxLength": 200
							}
						}
					}
				}
			}
		},
		"task": {
			"title": "GraphTask",
			"type": "object",
			"required": ["title", "status"],
			"properties": {
				"title": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200
				},
				"status": {
					"type": "string",
					"enum": [
						"ready",
						"in_progress",
						"blocked",
						"done",
						"cancelled"
					]
				},
				"priority": {
					"type": "string",
					"enum": [
						"critical",
						"high",
						"medium",
						"low"
					]
				},
				"depends_on": {
					"type": "array",
					"items": {
						"type": "string",
						"pattern": "^T-\\d{3,}$"
					}
				},
				"blocked_by": {
					"type": "string",
					"maxLength": 200
				},
				"assigned_to": {
					"type": "string",
					"maxLength": 200
				},
				"created": {
					"type": "string",
					"format": "date-time"
				},
				"completed": {
					"type": "string",
					"format": "date-time"
				}
			}
		}
	}
};
const schema32 = {
	"title": "ManifestFile",
	"type": "object",
	"required": [
		"checksum",
		"updated",
		"lines",
		"summary"
	],
	"properties": {
		"checksum": {
			"type": "string",
			"pattern": "^sha256:[a-f0-9]{64}$"
		},
		"updated": {
			"type": "string",
			"format": "date-time"
		},
		"lines": {
			"type": "integer",
			"minimum": 0
		},
		"summary": {
			"type": "string",
			"maxLength": 200
		},
		"trust": {
			"type": "string",
			"enum": ["assumed", "unknown"],
			"description": "Set if the content is known to be less than verified: an edit outside the protocol, or a salvaged session."
		},
		"adopted_by": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"sections": {
			"type": "object",
			"description": "The same for single sections; one that is not named is verified. The empty name is the text above the first section.",
			"additionalProperties": {
				"type": "object",
				"required": ["trust"],
				"properties": {
					"trust": {
						"type": "string",
						"enum": ["assumed", "unknown"]
					},
					"adopted_by": {
						"type": "string",
						"minLength": 1,
						"maxLength": 200
					}
				}
			}
		}
	}
};
const schema33 = {
	"title": "GraphTask",
	"type": "object",
	"required": ["title", "status"],
	"properties": {
		"title": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"status": {
			"type": "string",
			"enum": [
				"ready",
				"in_progress",
				"blocked",
				"done",
				"cancelled"
			]
		},
		"priority": {
			"type": "string",
			"enum": [
				"critical",
				"high",
				"medium",
				"low"
			]
		},
		"depends_on": {
			"type": "array",
			"items": {
				"type": "string",
				"pattern": "^T-\\d{3,}$"
			}
		},
		"blocked_by": {
			"type": "string",
			"maxLength": 200
		},
		"assigned_to": {
			"type": "string",
			"maxLength": 200
		},
		"created": {
			"type": "string",
			"format": "date-time"
		},
		"completed": {
			"type": "string",
			"format": "date-time"
		}
	}
};
const pattern4 = new RegExp("^\\d+\\.\\d+$", "u");
const pattern5 = new RegExp("(\\.md|^(LOG-ARCHIVE\\.index|pii-allowlist|allow)\\.json)$", "u");
const pattern6 = new RegExp("^sha256:[a-f0-9]{64}$", "u");
const pattern7 = new RegExp("^T-\\d{3,}$", "u");
const func1 = require_ucs2length().default;
const formats0 = require_formats().fullFormats["date-time"];
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.aahp_version === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "aahp_version" },
				message: "must have required property 'aahp_version'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.project === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "project" },
				message: "must have required property 'project'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.last_session === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "last_session" },
				message: "must have required property 'last_session'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.files === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "files" },
				message: "must have required property 'files'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.quick_context === void 0) {
			const err4 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "quick_context" },
				message: "must have required property 'quick_context'"
			};
			if (vErrors === null) vErrors = [err4];
			else vErrors.push(err4);
			errors++;
		}
		if (data.aahp_version !== void 0) {
			let data0 = data.aahp_version;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err5 = {
						instancePath: instancePath + "/aahp_version",
						schemaPath: "#/properties/aahp_version/pattern",
						keyword: "pattern",
						params: { pattern: "^\\d+\\.\\d+$" },
						message: "must match pattern \"^\\d+\\.\\d+$\""
					};
					if (vErrors === null) vErrors = [err5];
					else vErrors.push(err5);
					errors++;
				}
			} else {
				const err6 = {
					instancePath: instancePath + "/aahp_version",
					schemaPath: "#/properties/aahp_version/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
		}
		if (data.project !== void 0) {
			let data1 = data.project;
			if (typeof data1 === "string") {
				if (func1(data1) > 200) {
					const err7 = {
						instancePath: instancePath + "/project",
						schemaPath: "#/properties/project/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err7];
					else vErrors.push(err7);
					errors++;
				}
				if (func1(data1) < 1) {
					const err8 = {
						instancePath: instancePath + "/project",
						schemaPath: "#/properties/project/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err8];
					else vErrors.push(err8);
					errors++;
				}
			} else {
				const err9 = {
					instancePath: instancePath + "/project",
					schemaPath: "#/properties/project/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
		}
		if (data.last_session !== void 0) {
			let data2 = data.last_session;
			if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
				if (data2.agent === void 0) {
					const err10 = {
						instancePath: instancePath + "/last_session",
						schemaPath: "#/properties/last_session/required",
						keyword: "required",
						params: { missingProperty: "agent" },
						message: "must have required property 'agent'"
					};
					if (vErrors === null) vErrors = [err10];
					else vErrors.push(err10);
					errors++;
				}
				if (data2.timestamp === void 0) {
					const err11 = {
						instancePath: instancePath + "/last_session",
						schemaPath: "#/properties/last_session/required",
						keyword: "required",
						params: { missingProperty: "timestamp" },
						message: "must have required property 'timestamp'"
					};
					if (vErrors === null) vErrors = [err11];
					else vErrors.push(err11);
					errors++;
				}
				if (data2.phase === void 0) {
					const err12 = {
						instancePath: instancePath + "/last_session",
						schemaPath: "#/properties/last_session/required",
						keyword: "required",
						params: { missingProperty: "phase" },
						message: "must have required property 'phase'"
					};
					if (vErrors === null) vErrors = [err12];
					else vErrors.push(err12);
					errors++;
				}
				if (data2.agent !== void 0) {
					let data3 = data2.agent;
					if (typeof data3 === "string") {
						if (func1(data3) > 200) {
							const err13 = {
								instancePath: instancePath + "/last_session/agent",
								schemaPath: "#/properties/last_session/properties/agent/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err13];
							else vErrors.push(err13);
							errors++;
						}
						if (func1(data3) < 1) {
							const err14 = {
								instancePath: instancePath + "/last_session/agent",
								schemaPath: "#/properties/last_session/properties/agent/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err14];
							else vErrors.push(err14);
							errors++;
						}
					} else {
						const err15 = {
							instancePath: instancePath + "/last_session/agent",
							schemaPath: "#/properties/last_session/properties/agent/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err15];
						else vErrors.push(err15);
						errors++;
					}
				}
				if (data2.session_id !== void 0) {
					let data4 = data2.session_id;
					if (typeof data4 === "string") {
						if (func1(data4) > 200) {
							const err16 = {
								instancePath: instancePath + "/last_session/session_id",
								schemaPath: "#/properties/last_session/properties/session_id/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err16];
							else vErrors.push(err16);
							errors++;
						}
						if (func1(data4) < 1) {
							const err17 = {
								instancePath: instancePath + "/last_session/session_id",
								schemaPath: "#/properties/last_session/properties/session_id/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err17];
							else vErrors.push(err17);
							errors++;
						}
					} else {
						const err18 = {
							instancePath: instancePath + "/last_session/session_id",
							schemaPath: "#/properties/last_session/properties/session_id/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err18];
						else vErrors.push(err18);
						errors++;
					}
				}
				if (data2.timestamp !== void 0) {
					let data5 = data2.timestamp;
					if (typeof data5 === "string") {
						if (!formats0.validate(data5)) {
							const err19 = {
								instancePath: instancePath + "/last_session/timestamp",
								schemaPath: "#/properties/last_session/properties/timestamp/format",
								keyword: "format",
								params: { format: "date-time" },
								message: "must match format \"date-time\""
							};
							if (vErrors === null) vErrors = [err19];
							else vErrors.push(err19);
							errors++;
						}
					} else {
						const err20 = {
							instancePath: instancePath + "/last_session/timestamp",
							schemaPath: "#/properties/last_session/properties/timestamp/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err20];
						else vErrors.push(err20);
						errors++;
					}
				}
				if (data2.commit !== void 0) {
					let data6 = data2.commit;
					if (typeof data6 === "string") {
						if (func1(data6) > 64) {
							const err21 = {
								instancePath: instancePath + "/last_session/commit",
								schemaPath: "#/properties/last_session/properties/commit/maxLength",
								keyword: "maxLength",
								params: { limit: 64 },
								message: "must NOT have more than 64 characters"
							};
							if (vErrors === null) vErrors = [err21];
							else vErrors.push(err21);
							errors++;
						}
					} else {
						const err22 = {
							instancePath: instancePath + "/last_session/commit",
							schemaPath: "#/properties/last_session/properties/commit/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err22];
						else vErrors.push(err22);
						errors++;
					}
				}
				if (data2.phase !== void 0) {
					let data7 = data2.phase;
					if (typeof data7 !== "string") {
						const err23 = {
							instancePath: instancePath + "/last_session/phase",
							schemaPath: "#/properties/last_session/properties/phase/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err23];
						else vErrors.push(err23);
						errors++;
					}
					if (!(data7 === "research" || data7 === "architecture" || data7 === "implementation" || data7 === "review" || data7 === "fix" || data7 === "idle" || data7 === "documentation")) {
						const err24 = {
							instancePath: instancePath + "/last_session/phase",
							schemaPath: "#/properties/last_session/properties/phase/enum",
							keyword: "enum",
							params: { allowedValues: schema31.properties.last_session.properties.phase.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err24];
						else vErrors.push(err24);
						errors++;
					}
				}
				if (data2.duration_minutes !== void 0) {
					let data8 = data2.duration_minutes;
					if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
						const err25 = {
							instancePath: instancePath + "/last_session/duration_minutes",
							schemaPath: "#/properties/last_session/properties/duration_minutes/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err25];
						else vErrors.push(err25);
						errors++;
					}
					if (typeof data8 == "number" && isFinite(data8)) {
						if (data8 < 0 || isNaN(data8)) {
							const err26 = {
								instancePath: instancePath + "/last_session/duration_minutes",
								schemaPath: "#/properties/last_session/properties/duration_minutes/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err26];
							else vErrors.push(err26);
							errors++;
						}
					}
				}
			} else {
				const err27 = {
					instancePath: instancePath + "/last_session",
					schemaPath: "#/properties/last_session/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err27];
				else vErrors.push(err27);
				errors++;
			}
		}
		if (data.files !== void 0) {
			let data9 = data.files;
			if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
				for (const key0 in data9) {
					const _errs21 = errors;
					if (typeof key0 === "string") {
						if (!pattern5.test(key0)) {
							const err28 = {
								instancePath: instancePath + "/files",
								schemaPath: "#/properties/files/propertyNames/pattern",
								keyword: "pattern",
								params: { pattern: "(\\.md|^(LOG-ARCHIVE\\.index|pii-allowlist|allow)\\.json)$" },
								message: "must match pattern \"(\\.md|^(LOG-ARCHIVE\\.index|pii-allowlist|allow)\\.json)$\"",
								propertyName: key0
							};
							if (vErrors === null) vErrors = [err28];
							else vErrors.push(err28);
							errors++;
						}
					}
					if (!(_errs21 === errors)) {
						const err29 = {
							instancePath: instancePath + "/files",
							schemaPath: "#/properties/files/propertyNames",
							keyword: "propertyNames",
							params: { propertyName: key0 },
							message: "property name must be valid"
						};
						if (vErrors === null) vErrors = [err29];
						else vErrors.push(err29);
						errors++;
					}
				}
				for (const key1 in data9) {
					let data10 = data9[key1];
					if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
						if (data10.checksum === void 0) {
							const err30 = {
								instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/file/required",
								keyword: "required",
								params: { missingProperty: "checksum" },
								message: "must have required property 'checksum'"
							};
							if (vErrors === null) vErrors = [err30];
							else vErrors.push(err30);
							errors++;
						}
						if (data10.updated === void 0) {
							const err31 = {
								instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/file/required",
								keyword: "required",
								params: { missingProperty: "updated" },
								message: "must have required property 'updated'"
							};
							if (vErrors === null) vErrors = [err31];
							else vErrors.push(err31);
							errors++;
						}
						if (data10.lines === void 0) {
							const err32 = {
								instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/file/required",
								keyword: "required",
								params: { missingProperty: "lines" },
								message: "must have required property 'lines'"
							};
							if (vErrors === null) vErrors = [err32];
							else vErrors.push(err32);
							errors++;
						}
						if (data10.summary === void 0) {
							const err33 = {
								instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/file/required",
								keyword: "required",
								params: { missingProperty: "summary" },
								message: "must have required property 'summary'"
							};
							if (vErrors === null) vErrors = [err33];
							else vErrors.push(err33);
							errors++;
						}
						if (data10.checksum !== void 0) {
							let data11 = data10.checksum;
							if (typeof data11 === "string") {
								if (!pattern6.test(data11)) {
									const err34 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/checksum",
										schemaPath: "#/$defs/file/properties/checksum/pattern",
										keyword: "pattern",
										params: { pattern: "^sha256:[a-f0-9]{64}$" },
										message: "must match pattern \"^sha256:[a-f0-9]{64}$\""
									};
									if (vErrors === null) vErrors = [err34];
									else vErrors.push(err34);
									errors++;
								}
							} else {
								const err35 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/checksum",
									schemaPath: "#/$defs/file/properties/checksum/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err35];
								else vErrors.push(err35);
								errors++;
							}
						}
						if (data10.updated !== void 0) {
							let data12 = data10.updated;
							if (typeof data12 === "string") {
								if (!formats0.validate(data12)) {
									const err36 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/updated",
										schemaPath: "#/$defs/file/properties/updated/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err36];
									else vErrors.push(err36);
									errors++;
								}
							} else {
								const err37 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/updated",
									schemaPath: "#/$defs/file/properties/updated/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err37];
								else vErrors.push(err37);
								errors++;
							}
						}
						if (data10.lines !== void 0) {
							let data13 = data10.lines;
							if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
								const err38 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/lines",
									schemaPath: "#/$defs/file/properties/lines/type",
									keyword: "type",
									params: { type: "integer" },
									message: "must be integer"
								};
								if (vErrors === null) vErrors = [err38];
								else vErrors.push(err38);
								errors++;
							}
							if (typeof data13 == "number" && isFinite(data13)) {
								if (data13 < 0 || isNaN(data13)) {
									const err39 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/lines",
										schemaPath: "#/$defs/file/properties/lines/minimum",
										keyword: "minimum",
										params: {
											comparison: ">=",
											limit: 0
										},
										message: "must be >= 0"
									};
									if (vErrors === null) vErrors = [err39];
									else vErrors.push(err39);
									errors++;
								}
							}
						}
						if (data10.summary !== void 0) {
							let data14 = data10.summary;
							if (typeof data14 === "string") {
								if (func1(data14) > 200) {
									const err40 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/summary",
										schemaPath: "#/$defs/file/properties/summary/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err40];
									else vErrors.push(err40);
									errors++;
								}
							} else {
								const err41 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/summary",
									schemaPath: "#/$defs/file/properties/summary/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err41];
								else vErrors.push(err41);
								errors++;
							}
						}
						if (data10.trust !== void 0) {
							let data15 = data10.trust;
							if (typeof data15 !== "string") {
								const err42 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/trust",
									schemaPath: "#/$defs/file/properties/trust/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err42];
								else vErrors.push(err42);
								errors++;
							}
							if (!(data15 === "assumed" || data15 === "unknown")) {
								const err43 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/trust",
									schemaPath: "#/$defs/file/properties/trust/enum",
									keyword: "enum",
									params: { allowedValues: schema32.properties.trust.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err43];
								else vErrors.push(err43);
								errors++;
							}
						}
						if (data10.adopted_by !== void 0) {
							let data16 = data10.adopted_by;
							if (typeof data16 === "string") {
								if (func1(data16) > 200) {
									const err44 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
										schemaPath: "#/$defs/file/properties/adopted_by/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err44];
									else vErrors.push(err44);
									errors++;
								}
								if (func1(data16) < 1) {
									const err45 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
										schemaPath: "#/$defs/file/properties/adopted_by/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err45];
									else vErrors.push(err45);
									errors++;
								}
							} else {
								const err46 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
									schemaPath: "#/$defs/file/properties/adopted_by/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err46];
								else vErrors.push(err46);
								errors++;
							}
						}
						if (data10.sections !== void 0) {
							let data17 = data10.sections;
							if (data17 && typeof data17 == "object" && !Array.isArray(data17)) for (const key2 in data17) {
								let data18 = data17[key2];
								if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
									if (data18.trust === void 0) {
										const err47 = {
											instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
											schemaPath: "#/$defs/file/properties/sections/additionalProperties/required",
											keyword: "required",
											params: { missingProperty: "trust" },
											message: "must have required property 'trust'"
										};
										if (vErrors === null) vErrors = [err47];
										else vErrors.push(err47);
										errors++;
									}
									if (data18.trust !== void 0) {
										let data19 = data18.trust;
										if (typeof data19 !== "string") {
											const err48 = {
												instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/trust",
												schemaPath: "#/$defs/file/properties/sections/additionalProperties/properties/trust/type",
												keyword: "type",
												params: { type: "string" },
												message: "must be string"
											};
											if (vErrors === null) vErrors = [err48];
											else vErrors.push(err48);
											errors++;
										}
										if (!(data19 === "assumed" || data19 === "unknown")) {
											const err49 = {
												instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/trust",
												schemaPath: "#/$defs/file/properties/sections/additionalProperties/properties/trust/enum",
												keyword: "enum",
												params: { allowedValues: schema32.properties.sections.additionalProperties.properties.trust.enum },
												message: "must be equal to one of the allowed values"
											};
											if (vErrors === null) vErrors = [err49];
											else vErrors.push(err49);
											errors++;
										}
									}
									if (data18.adopted_by !== void 0) {
										let data20 = data18.adopted_by;
										if (typeof data20 === "string") {
											if (func1(data20) > 200) {
												const err50 = {
													instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
													schemaPath: "#/$defs/file/properties/sections/additionalProperties/properties/adopted_by/maxLength",
													keyword: "maxLength",
													params: { limit: 200 },
													message: "must NOT have more than 200 characters"
												};
												if (vErrors === null) vErrors = [err50];
												else vErrors.push(err50);
												errors++;
											}
											if (func1(data20) < 1) {
												const err51 = {
													instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
													schemaPath: "#/$defs/file/properties/sections/additionalProperties/properties/adopted_by/minLength",
													keyword: "minLength",
													params: { limit: 1 },
													message: "must NOT have fewer than 1 characters"
												};
												if (vErrors === null) vErrors = [err51];
												else vErrors.push(err51);
												errors++;
											}
										} else {
											const err52 = {
												instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/adopted_by",
												schemaPath: "#/$defs/file/properties/sections/additionalProperties/properties/adopted_by/type",
												keyword: "type",
												params: { type: "string" },
												message: "must be string"
											};
											if (vErrors === null) vErrors = [err52];
											else vErrors.push(err52);
											errors++;
										}
									}
								} else {
									const err53 = {
										instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
										schemaPath: "#/$defs/file/properties/sections/additionalProperties/type",
										keyword: "type",
										params: { type: "object" },
										message: "must be object"
									};
									if (vErrors === null) vErrors = [err53];
									else vErrors.push(err53);
									errors++;
								}
							}
							else {
								const err54 = {
									instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/sections",
									schemaPath: "#/$defs/file/properties/sections/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err54];
								else vErrors.push(err54);
								errors++;
							}
						}
					} else {
						const err55 = {
							instancePath: instancePath + "/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/$defs/file/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err55];
						else vErrors.push(err55);
						errors++;
					}
				}
			} else {
				const err56 = {
					instancePath: instancePath + "/files",
					schemaPath: "#/properties/files/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err56];
				else vErrors.push(err56);
				errors++;
			}
		}
		if (data.quick_context !== void 0) {
			let data21 = data.quick_context;
			if (typeof data21 === "string") {
				if (func1(data21) > 500) {
					const err57 = {
						instancePath: instancePath + "/quick_context",
						schemaPath: "#/properties/quick_context/maxLength",
						keyword: "maxLength",
						params: { limit: 500 },
						message: "must NOT have more than 500 characters"
					};
					if (vErrors === null) vErrors = [err57];
					else vErrors.push(err57);
					errors++;
				}
			} else {
				const err58 = {
					instancePath: instancePath + "/quick_context",
					schemaPath: "#/properties/quick_context/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err58];
				else vErrors.push(err58);
				errors++;
			}
		}
		if (data.token_budget !== void 0) {
			let data22 = data.token_budget;
			if (data22 && typeof data22 == "object" && !Array.isArray(data22)) {
				if (data22.manifest_only !== void 0) {
					let data23 = data22.manifest_only;
					if (!(typeof data23 == "number" && !(data23 % 1) && !isNaN(data23) && isFinite(data23))) {
						const err59 = {
							instancePath: instancePath + "/token_budget/manifest_only",
							schemaPath: "#/properties/token_budget/properties/manifest_only/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err59];
						else vErrors.push(err59);
						errors++;
					}
					if (typeof data23 == "number" && isFinite(data23)) {
						if (data23 < 0 || isNaN(data23)) {
							const err60 = {
								instancePath: instancePath + "/token_budget/manifest_only",
								schemaPath: "#/properties/token_budget/properties/manifest_only/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err60];
							else vErrors.push(err60);
							errors++;
						}
					}
				}
				if (data22.manifest_plus_status_and_actions !== void 0) {
					let data24 = data22.manifest_plus_status_and_actions;
					if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24))) {
						const err61 = {
							instancePath: instancePath + "/token_budget/manifest_plus_status_and_actions",
							schemaPath: "#/properties/token_budget/properties/manifest_plus_status_and_actions/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err61];
						else vErrors.push(err61);
						errors++;
					}
					if (typeof data24 == "number" && isFinite(data24)) {
						if (data24 < 0 || isNaN(data24)) {
							const err62 = {
								instancePath: instancePath + "/token_budget/manifest_plus_status_and_actions",
								schemaPath: "#/properties/token_budget/properties/manifest_plus_status_and_actions/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err62];
							else vErrors.push(err62);
							errors++;
						}
					}
				}
				if (data22.manifest_plus_core !== void 0) {
					let data25 = data22.manifest_plus_core;
					if (!(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
						const err63 = {
							instancePath: instancePath + "/token_budget/manifest_plus_core",
							schemaPath: "#/properties/token_budget/properties/manifest_plus_core/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err63];
						else vErrors.push(err63);
						errors++;
					}
					if (typeof data25 == "number" && isFinite(data25)) {
						if (data25 < 0 || isNaN(data25)) {
							const err64 = {
								instancePath: instancePath + "/token_budget/manifest_plus_core",
								schemaPath: "#/properties/token_budget/properties/manifest_plus_core/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err64];
							else vErrors.push(err64);
							errors++;
						}
					}
				}
				if (data22.full_read !== void 0) {
					let data26 = data22.full_read;
					if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
						const err65 = {
							instancePath: instancePath + "/token_budget/full_read",
							schemaPath: "#/properties/token_budget/properties/full_read/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err65];
						else vErrors.push(err65);
						errors++;
					}
					if (typeof data26 == "number" && isFinite(data26)) {
						if (data26 < 0 || isNaN(data26)) {
							const err66 = {
								instancePath: instancePath + "/token_budget/full_read",
								schemaPath: "#/properties/token_budget/properties/full_read/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err66];
							else vErrors.push(err66);
							errors++;
						}
					}
				}
			} else {
				const err67 = {
					instancePath: instancePath + "/token_budget",
					schemaPath: "#/properties/token_budget/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err67];
				else vErrors.push(err67);
				errors++;
			}
		}
		if (data.next_task_id !== void 0) {
			let data27 = data.next_task_id;
			if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
				const err68 = {
					instancePath: instancePath + "/next_task_id",
					schemaPath: "#/properties/next_task_id/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err68];
				else vErrors.push(err68);
				errors++;
			}
			if (typeof data27 == "number" && isFinite(data27)) {
				if (data27 < 1 || isNaN(data27)) {
					const err69 = {
						instancePath: instancePath + "/next_task_id",
						schemaPath: "#/properties/next_task_id/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 1
						},
						message: "must be >= 1"
					};
					if (vErrors === null) vErrors = [err69];
					else vErrors.push(err69);
					errors++;
				}
			}
		}
		if (data.tasks !== void 0) {
			let data28 = data.tasks;
			if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
				for (const key3 in data28) {
					const _errs63 = errors;
					if (typeof key3 === "string") {
						if (!pattern7.test(key3)) {
							const err70 = {
								instancePath: instancePath + "/tasks",
								schemaPath: "#/properties/tasks/propertyNames/pattern",
								keyword: "pattern",
								params: { pattern: "^T-\\d{3,}$" },
								message: "must match pattern \"^T-\\d{3,}$\"",
								propertyName: key3
							};
							if (vErrors === null) vErrors = [err70];
							else vErrors.push(err70);
							errors++;
						}
					}
					if (!(_errs63 === errors)) {
						const err71 = {
							instancePath: instancePath + "/tasks",
							schemaPath: "#/properties/tasks/propertyNames",
							keyword: "propertyNames",
							params: { propertyName: key3 },
							message: "property name must be valid"
						};
						if (vErrors === null) vErrors = [err71];
						else vErrors.push(err71);
						errors++;
					}
				}
				for (const key4 in data28) {
					let data29 = data28[key4];
					if (data29 && typeof data29 == "object" && !Array.isArray(data29)) {
						if (data29.title === void 0) {
							const err72 = {
								instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/task/required",
								keyword: "required",
								params: { missingProperty: "title" },
								message: "must have required property 'title'"
							};
							if (vErrors === null) vErrors = [err72];
							else vErrors.push(err72);
							errors++;
						}
						if (data29.status === void 0) {
							const err73 = {
								instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),
								schemaPath: "#/$defs/task/required",
								keyword: "required",
								params: { missingProperty: "status" },
								message: "must have required property 'status'"
							};
							if (vErrors === null) vErrors = [err73];
							else vErrors.push(err73);
							errors++;
						}
						if (data29.title !== void 0) {
							let data30 = data29.title;
							if (typeof data30 === "string") {
								if (func1(data30) > 200) {
									const err74 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/title",
										schemaPath: "#/$defs/task/properties/title/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err74];
									else vErrors.push(err74);
									errors++;
								}
								if (func1(data30) < 1) {
									const err75 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/title",
										schemaPath: "#/$defs/task/properties/title/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err75];
									else vErrors.push(err75);
									errors++;
								}
							} else {
								const err76 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/title",
									schemaPath: "#/$defs/task/properties/title/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err76];
								else vErrors.push(err76);
								errors++;
							}
						}
						if (data29.status !== void 0) {
							let data31 = data29.status;
							if (typeof data31 !== "string") {
								const err77 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/status",
									schemaPath: "#/$defs/task/properties/status/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err77];
								else vErrors.push(err77);
								errors++;
							}
							if (!(data31 === "ready" || data31 === "in_progress" || data31 === "blocked" || data31 === "done" || data31 === "cancelled")) {
								const err78 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/status",
									schemaPath: "#/$defs/task/properties/status/enum",
									keyword: "enum",
									params: { allowedValues: schema33.properties.status.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err78];
								else vErrors.push(err78);
								errors++;
							}
						}
						if (data29.priority !== void 0) {
							let data32 = data29.priority;
							if (typeof data32 !== "string") {
								const err79 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/priority",
									schemaPath: "#/$defs/task/properties/priority/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err79];
								else vErrors.push(err79);
								errors++;
							}
							if (!(data32 === "critical" || data32 === "high" || data32 === "medium" || data32 === "low")) {
								const err80 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/priority",
									schemaPath: "#/$defs/task/properties/priority/enum",
									keyword: "enum",
									params: { allowedValues: schema33.properties.priority.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err80];
								else vErrors.push(err80);
								errors++;
							}
						}
						if (data29.depends_on !== void 0) {
							let data33 = data29.depends_on;
							if (Array.isArray(data33)) {
								const len0 = data33.length;
								for (let i0 = 0; i0 < len0; i0++) {
									let data34 = data33[i0];
									if (typeof data34 === "string") {
										if (!pattern7.test(data34)) {
											const err81 = {
												instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/depends_on/" + i0,
												schemaPath: "#/$defs/task/properties/depends_on/items/pattern",
												keyword: "pattern",
												params: { pattern: "^T-\\d{3,}$" },
												message: "must match pattern \"^T-\\d{3,}$\""
											};
											if (vErrors === null) vErrors = [err81];
											else vErrors.push(err81);
											errors++;
										}
									} else {
										const err82 = {
											instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/depends_on/" + i0,
											schemaPath: "#/$defs/task/properties/depends_on/items/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err82];
										else vErrors.push(err82);
										errors++;
									}
								}
							} else {
								const err83 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/depends_on",
									schemaPath: "#/$defs/task/properties/depends_on/type",
									keyword: "type",
									params: { type: "array" },
									message: "must be array"
								};
								if (vErrors === null) vErrors = [err83];
								else vErrors.push(err83);
								errors++;
							}
						}
						if (data29.blocked_by !== void 0) {
							let data35 = data29.blocked_by;
							if (typeof data35 === "string") {
								if (func1(data35) > 200) {
									const err84 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/blocked_by",
										schemaPath: "#/$defs/task/properties/blocked_by/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err84];
									else vErrors.push(err84);
									errors++;
								}
							} else {
								const err85 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/blocked_by",
									schemaPath: "#/$defs/task/properties/blocked_by/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err85];
								else vErrors.push(err85);
								errors++;
							}
						}
						if (data29.assigned_to !== void 0) {
							let data36 = data29.assigned_to;
							if (typeof data36 === "string") {
								if (func1(data36) > 200) {
									const err86 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/assigned_to",
										schemaPath: "#/$defs/task/properties/assigned_to/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err86];
									else vErrors.push(err86);
									errors++;
								}
							} else {
								const err87 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/assigned_to",
									schemaPath: "#/$defs/task/properties/assigned_to/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err87];
								else vErrors.push(err87);
								errors++;
							}
						}
						if (data29.created !== void 0) {
							let data37 = data29.created;
							if (typeof data37 === "string") {
								if (!formats0.validate(data37)) {
									const err88 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/created",
										schemaPath: "#/$defs/task/properties/created/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err88];
									else vErrors.push(err88);
									errors++;
								}
							} else {
								const err89 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/created",
									schemaPath: "#/$defs/task/properties/created/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err89];
								else vErrors.push(err89);
								errors++;
							}
						}
						if (data29.completed !== void 0) {
							let data38 = data29.completed;
							if (typeof data38 === "string") {
								if (!formats0.validate(data38)) {
									const err90 = {
										instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/completed",
										schemaPath: "#/$defs/task/properties/completed/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err90];
									else vErrors.push(err90);
									errors++;
								}
							} else {
								const err91 = {
									instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1") + "/completed",
									schemaPath: "#/$defs/task/properties/completed/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err91];
								else vErrors.push(err91);
								errors++;
							}
						}
					} else {
						const err92 = {
							instancePath: instancePath + "/tasks/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/$defs/task/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err92];
						else vErrors.push(err92);
						errors++;
					}
				}
			} else {
				const err93 = {
					instancePath: instancePath + "/tasks",
					schemaPath: "#/properties/tasks/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err93];
				else vErrors.push(err93);
				errors++;
			}
		}
		if (data.cross_repo_ref !== void 0) {
			let data39 = data.cross_repo_ref;
			if (data39 && typeof data39 == "object" && !Array.isArray(data39)) {
				if (data39.repo === void 0) {
					const err94 = {
						instancePath: instancePath + "/cross_repo_ref",
						schemaPath: "#/properties/cross_repo_ref/required",
						keyword: "required",
						params: { missingProperty: "repo" },
						message: "must have required property 'repo'"
					};
					if (vErrors === null) vErrors = [err94];
					else vErrors.push(err94);
					errors++;
				}
				if (data39.commit === void 0) {
					const err95 = {
						instancePath: instancePath + "/cross_repo_ref",
						schemaPath: "#/properties/cross_repo_ref/required",
						keyword: "required",
						params: { missingProperty: "commit" },
						message: "must have required property 'commit'"
					};
					if (vErrors === null) vErrors = [err95];
					else vErrors.push(err95);
					errors++;
				}
				if (data39.relation === void 0) {
					const err96 = {
						instancePath: instancePath + "/cross_repo_ref",
						schemaPath: "#/properties/cross_repo_ref/required",
						keyword: "required",
						params: { missingProperty: "relation" },
						message: "must have required property 'relation'"
					};
					if (vErrors === null) vErrors = [err96];
					else vErrors.push(err96);
					errors++;
				}
				if (data39.repo !== void 0) {
					let data40 = data39.repo;
					if (typeof data40 === "string") {
						if (func1(data40) < 1) {
							const err97 = {
								instancePath: instancePath + "/cross_repo_ref/repo",
								schemaPath: "#/properties/cross_repo_ref/properties/repo/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err97];
							else vErrors.push(err97);
							errors++;
						}
					} else {
						const err98 = {
							instancePath: instancePath + "/cross_repo_ref/repo",
							schemaPath: "#/properties/cross_repo_ref/properties/repo/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err98];
						else vErrors.push(err98);
						errors++;
					}
				}
				if (data39.commit !== void 0) {
					if (typeof data39.commit !== "string") {
						const err99 = {
							instancePath: instancePath + "/cross_repo_ref/commit",
							schemaPath: "#/properties/cross_repo_ref/properties/commit/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err99];
						else vErrors.push(err99);
						errors++;
					}
				}
				if (data39.handoff_file !== void 0) {
					if (typeof data39.handoff_file !== "string") {
						const err100 = {
							instancePath: instancePath + "/cross_repo_ref/handoff_file",
							schemaPath: "#/properties/cross_repo_ref/properties/handoff_file/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err100];
						else vErrors.push(err100);
						errors++;
					}
				}
				if (data39.relation !== void 0) {
					let data43 = data39.relation;
					if (typeof data43 !== "string") {
						const err101 = {
							instancePath: instancePath + "/cross_repo_ref/relation",
							schemaPath: "#/properties/cross_repo_ref/properties/relation/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err101];
						else vErrors.push(err101);
						errors++;
					}
					if (!(data43 === "implements" || data43 === "extends" || data43 === "consumes")) {
						const err102 = {
							instancePath: instancePath + "/cross_repo_ref/relation",
							schemaPath: "#/properties/cross_repo_ref/properties/relation/enum",
							keyword: "enum",
							params: { allowedValues: schema31.properties.cross_repo_ref.properties.relation.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err102];
						else vErrors.push(err102);
						errors++;
					}
				}
			} else {
				const err103 = {
					instancePath: instancePath + "/cross_repo_ref",
					schemaPath: "#/properties/cross_repo_ref/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err103];
				else vErrors.push(err103);
				errors++;
			}
		}
	} else {
		const err104 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err104];
		else vErrors.push(err104);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"aahp_version": true,
		"project": true,
		"last_session": true,
		"files": true,
		"quick_context": true,
		"token_budget": true,
		"next_task_id": true,
		"tasks": true,
		"cross_repo_ref": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "784ceff2c5759b96c97a74a4b6739caf0c43426fd1ca13eb02cf0fcf744a2192";

export { schemaHash, validate };
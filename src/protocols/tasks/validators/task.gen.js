// Generated from schema/task.schema.json by npm run generate.
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
	"title": "Task",
	"description": "The frontmatter of a task file.",
	"type": "object",
	"required": [
		"schemaVersion",
		"id",
		"uid",
		"title",
		"status",
		"priority",
		"routing",
		"createdAt",
		"updatedAt",
		"lastTransitionAt",
		"createdBy",
		"dependsOn",
		"rev",
		"metadata"
	],
	"properties": {
		"schemaVersion": { "const": 1 },
		"id": {
			"type": "string",
			"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$"
		},
		"uid": {
			"type": "string",
			"pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$"
		},
		"title": {
			"type": "string",
			"minLength": 1,
			"maxLength": 500
		},
		"status": { "enum": [
			"backlog",
			"ready",
			"in-progress",
			"blocked",
			"review",
			"done",
			"cancelled",
			"deadletter"
		] },
		"priority": { "enum": [
			"critical",
			"high",
			"normal",
			"low"
		] },
		"routing": {
			"type": "object",
			"required": ["tags"],
			"properties": {
				"agent": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200,
					"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
				},
				"role": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200,
					"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
				},
				"team": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200,
					"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
				},
				"tags": {
					"type": "array",
					"maxItems": 100,
					"items": {
						"type": "string",
						"minLength": 1,
						"maxLength": 200,
						"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
					}
				}
			}
		},
		"createdAt": {
			"type": "string",
			"format": "date-time"
		},
		"updatedAt": {
			"type": "string",
			"format": "date-time"
		},
		"lastTransitionAt": {
			"type": "string",
			"format": "date-time"
		},
		"createdBy": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200,
			"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
		},
		"parentId": {
			"type": "string",
			"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$"
		},
		"dependsOn": {
			"type": "array",
			"maxItems": 1e3,
			"items": {
				"type": "string",
				"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$"
			}
		},
		"lease": {
			"type": "object",
			"required": [
				"runId",
				"agent",
				"acquiredAt",
				"expiresAt",
				"fence"
			],
			"properties": {
				"runId": {
					"type": "string",
					"minLength": 1
				},
				"agent": {
					"type": "string",
					"minLength": 1,
					"maxLength": 200,
					"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
				},
				"acquiredAt": {
					"type": "string",
					"format": "date-time"
				},
				"expiresAt": {
					"type": "string",
					"format": "date-time"
				},
				"fence": {
					"type": "integer",
					"minimum": 1
				}
			}
		},
		"rev": {
			"type": "integer",
			"minimum": 1
		},
		"metadata": {
			"type": "object",
			"properties": {
				"delegationDepth": {
					"type": "integer",
					"minimum": 0
				},
				"reviewRequired": { "type": "boolean" },
				"resource": {
					"type": "string",
					"minLength": 1
				},
				"dueBy": {
					"type": "string",
					"format": "date-time"
				},
				"attempts": {
					"type": "integer",
					"minimum": 0
				},
				"fence": {
					"type": "integer",
					"minimum": 0
				},
				"block": {
					"type": "object",
					"required": ["kind", "reason"],
					"properties": {
						"kind": { "enum": [
							"human",
							"dependency",
							"spawn",
							"subtasks",
							"no-completion"
						] },
						"reason": { "type": "string" },
						"retryAt": {
							"type": "string",
							"format": "date-time"
						}
					}
				},
				"onDependencyEnd": { "enum": [
					"block",
					"skip",
					"fail"
				] },
				"skipped": {
					"type": "array",
					"items": { "type": "string" }
				},
				"unroutable": { "const": true },
				"overdue": { "const": true },
				"traceId": { "type": "string" },
				"handoff": {
					"type": "object",
					"required": [
						"from",
						"to",
						"state"
					],
					"properties": {
						"from": {
							"type": "string",
							"minLength": 1,
							"maxLength": 200,
							"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
						},
						"to": {
							"type": "string",
							"minLength": 1,
							"maxLength": 200,
							"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
						},
						"state": { "enum": [
							"offered",
							"accepted",
							"rejected"
						] },
						"digest": {
							"type": "string",
							"pattern": "^[0-9a-f]{16}$"
						}
					}
				},
				"remarks": {
					"type": "array",
					"maxItems": 100,
					"items": {
						"type": "object",
						"required": [
							"at",
							"by",
							"kind",
							"text"
						],
						"properties": {
							"at": {
								"type": "string",
								"format": "date-time"
							},
							"by": {
								"type": "string",
								"minLength": 1,
								"maxLength": 200,
								"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
							},
							"kind": { "enum": [
								"review",
								"answer",
								"comment"
							] },
							"text": {
								"type": "string",
								"minLength": 1
							}
						}
					}
				},
				"labels": {
					"type": "array",
					"maxItems": 200,
					"items": {
						"type": "string",
						"minLength": 1,
						"maxLength": 200,
						"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
					}
				},
				"imported": {
					"type": "object",
					"required": [
						"from",
						"id",
						"at",
						"base"
					],
					"properties": {
						"from": {
							"type": "string",
							"minLength": 1,
							"maxLength": 200,
							"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
						},
						"id": {
							"type": "string",
							"minLength": 1,
							"maxLength": 500
						},
						"at": {
							"type": "string",
							"format": "date-time"
						},
						"base": { "type": "string" },
						"createdAt": {
							"type": "string",
							"format": "date-time"
						},
						"extra": { "type": "object" }
					}
				},
				"a2a": {
					"type": "object",
					"required": ["messageId"],
					"properties": { "messageId": {
						"type": "string",
						"minLength": 1,
						"maxLength": 256
					} }
				}
			}
		}
	}
};
const pattern4 = new RegExp("^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$", "u");
const pattern5 = new RegExp("^[0-7][0-9A-HJKMNP-TV-Z]{25}$", "u");
const pattern6 = new RegExp("^[^\\u0000-\\u001f\\u007f]+$", "u");
const pattern16 = new RegExp("^[0-9a-f]{16}$", "u");
const func1 = require_ucs2length().default;
const formats0 = require_formats().fullFormats["date-time"];
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.schemaVersion === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "schemaVersion" },
				message: "must have required property 'schemaVersion'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.id === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "id" },
				message: "must have required property 'id'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.uid === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "uid" },
				message: "must have required property 'uid'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.title === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "title" },
				message: "must have required property 'title'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.status === void 0) {
			const err4 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "status" },
				message: "must have required property 'status'"
			};
			if (vErrors === null) vErrors = [err4];
			else vErrors.push(err4);
			errors++;
		}
		if (data.priority === void 0) {
			const err5 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "priority" },
				message: "must have required property 'priority'"
			};
			if (vErrors === null) vErrors = [err5];
			else vErrors.push(err5);
			errors++;
		}
		if (data.routing === void 0) {
			const err6 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "routing" },
				message: "must have required property 'routing'"
			};
			if (vErrors === null) vErrors = [err6];
			else vErrors.push(err6);
			errors++;
		}
		if (data.createdAt === void 0) {
			const err7 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "createdAt" },
				message: "must have required property 'createdAt'"
			};
			if (vErrors === null) vErrors = [err7];
			else vErrors.push(err7);
			errors++;
		}
		if (data.updatedAt === void 0) {
			const err8 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "updatedAt" },
				message: "must have required property 'updatedAt'"
			};
			if (vErrors === null) vErrors = [err8];
			else vErrors.push(err8);
			errors++;
		}
		if (data.lastTransitionAt === void 0) {
			const err9 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "lastTransitionAt" },
				message: "must have required property 'lastTransitionAt'"
			};
			if (vErrors === null) vErrors = [err9];
			else vErrors.push(err9);
			errors++;
		}
		if (data.createdBy === void 0) {
			const err10 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "createdBy" },
				message: "must have required property 'createdBy'"
			};
			if (vErrors === null) vErrors = [err10];
			else vErrors.push(err10);
			errors++;
		}
		if (data.dependsOn === void 0) {
			const err11 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "dependsOn" },
				message: "must have required property 'dependsOn'"
			};
			if (vErrors === null) vErrors = [err11];
			else vErrors.push(err11);
			errors++;
		}
		if (data.rev === void 0) {
			const err12 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "rev" },
				message: "must have required property 'rev'"
			};
			if (vErrors === null) vErrors = [err12];
			else vErrors.push(err12);
			errors++;
		}
		if (data.metadata === void 0) {
			const err13 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "metadata" },
				message: "must have required property 'metadata'"
			};
			if (vErrors === null) vErrors = [err13];
			else vErrors.push(err13);
			errors++;
		}
		if (data.schemaVersion !== void 0) {
			if (1 !== data.schemaVersion) {
				const err14 = {
					instancePath: instancePath + "/schemaVersion",
					schemaPath: "#/properties/schemaVersion/const",
					keyword: "const",
					params: { allowedValue: 1 },
					message: "must be equal to constant"
				};
				if (vErrors === null) vErrors = [err14];
				else vErrors.push(err14);
				errors++;
			}
		}
		if (data.id !== void 0) {
			let data1 = data.id;
			if (typeof data1 === "string") {
				if (!pattern4.test(data1)) {
					const err15 = {
						instancePath: instancePath + "/id",
						schemaPath: "#/properties/id/pattern",
						keyword: "pattern",
						params: { pattern: "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$" },
						message: "must match pattern \"^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$\""
					};
					if (vErrors === null) vErrors = [err15];
					else vErrors.push(err15);
					errors++;
				}
			} else {
				const err16 = {
					instancePath: instancePath + "/id",
					schemaPath: "#/properties/id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err16];
				else vErrors.push(err16);
				errors++;
			}
		}
		if (data.uid !== void 0) {
			let data2 = data.uid;
			if (typeof data2 === "string") {
				if (!pattern5.test(data2)) {
					const err17 = {
						instancePath: instancePath + "/uid",
						schemaPath: "#/properties/uid/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" },
						message: "must match pattern \"^[0-7][0-9A-HJKMNP-TV-Z]{25}$\""
					};
					if (vErrors === null) vErrors = [err17];
					else vErrors.push(err17);
					errors++;
				}
			} else {
				const err18 = {
					instancePath: instancePath + "/uid",
					schemaPath: "#/properties/uid/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err18];
				else vErrors.push(err18);
				errors++;
			}
		}
		if (data.title !== void 0) {
			let data3 = data.title;
			if (typeof data3 === "string") {
				if (func1(data3) > 500) {
					const err19 = {
						instancePath: instancePath + "/title",
						schemaPath: "#/properties/title/maxLength",
						keyword: "maxLength",
						params: { limit: 500 },
						message: "must NOT have more than 500 characters"
					};
					if (vErrors === null) vErrors = [err19];
					else vErrors.push(err19);
					errors++;
				}
				if (func1(data3) < 1) {
					const err20 = {
						instancePath: instancePath + "/title",
						schemaPath: "#/properties/title/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err20];
					else vErrors.push(err20);
					errors++;
				}
			} else {
				const err21 = {
					instancePath: instancePath + "/title",
					schemaPath: "#/properties/title/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err21];
				else vErrors.push(err21);
				errors++;
			}
		}
		if (data.status !== void 0) {
			let data4 = data.status;
			if (!(data4 === "backlog" || data4 === "ready" || data4 === "in-progress" || data4 === "blocked" || data4 === "review" || data4 === "done" || data4 === "cancelled" || data4 === "deadletter")) {
				const err22 = {
					instancePath: instancePath + "/status",
					schemaPath: "#/properties/status/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.status.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err22];
				else vErrors.push(err22);
				errors++;
			}
		}
		if (data.priority !== void 0) {
			let data5 = data.priority;
			if (!(data5 === "critical" || data5 === "high" || data5 === "normal" || data5 === "low")) {
				const err23 = {
					instancePath: instancePath + "/priority",
					schemaPath: "#/properties/priority/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.priority.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err23];
				else vErrors.push(err23);
				errors++;
			}
		}
		if (data.routing !== void 0) {
			let data6 = data.routing;
			if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
				if (data6.tags === void 0) {
					const err24 = {
						instancePath: instancePath + "/routing",
						schemaPath: "#/properties/routing/required",
						keyword: "required",
						params: { missingProperty: "tags" },
						message: "must have required property 'tags'"
					};
					if (vErrors === null) vErrors = [err24];
					else vErrors.push(err24);
					errors++;
				}
				if (data6.agent !== void 0) {
					let data7 = data6.agent;
					if (typeof data7 === "string") {
						if (func1(data7) > 200) {
							const err25 = {
								instancePath: instancePath + "/routing/agent",
								schemaPath: "#/properties/routing/properties/agent/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err25];
							else vErrors.push(err25);
							errors++;
						}
						if (func1(data7) < 1) {
							const err26 = {
								instancePath: instancePath + "/routing/agent",
								schemaPath: "#/properties/routing/properties/agent/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err26];
							else vErrors.push(err26);
							errors++;
						}
						if (!pattern6.test(data7)) {
							const err27 = {
								instancePath: instancePath + "/routing/agent",
								schemaPath: "#/properties/routing/properties/agent/pattern",
								keyword: "pattern",
								params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
								message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
							};
							if (vErrors === null) vErrors = [err27];
							else vErrors.push(err27);
							errors++;
						}
					} else {
						const err28 = {
							instancePath: instancePath + "/routing/agent",
							schemaPath: "#/properties/routing/properties/agent/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err28];
						else vErrors.push(err28);
						errors++;
					}
				}
				if (data6.role !== void 0) {
					let data8 = data6.role;
					if (typeof data8 === "string") {
						if (func1(data8) > 200) {
							const err29 = {
								instancePath: instancePath + "/routing/role",
								schemaPath: "#/properties/routing/properties/role/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err29];
							else vErrors.push(err29);
							errors++;
						}
						if (func1(data8) < 1) {
							const err30 = {
								instancePath: instancePath + "/routing/role",
								schemaPath: "#/properties/routing/properties/role/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err30];
							else vErrors.push(err30);
							errors++;
						}
						if (!pattern6.test(data8)) {
							const err31 = {
								instancePath: instancePath + "/routing/role",
								schemaPath: "#/properties/routing/properties/role/pattern",
								keyword: "pattern",
								params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
								message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
							};
							if (vErrors === null) vErrors = [err31];
							else vErrors.push(err31);
							errors++;
						}
					} else {
						const err32 = {
							instancePath: instancePath + "/routing/role",
							schemaPath: "#/properties/routing/properties/role/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err32];
						else vErrors.push(err32);
						errors++;
					}
				}
				if (data6.team !== void 0) {
					let data9 = data6.team;
					if (typeof data9 === "string") {
						if (func1(data9) > 200) {
							const err33 = {
								instancePath: instancePath + "/routing/team",
								schemaPath: "#/properties/routing/properties/team/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err33];
							else vErrors.push(err33);
							errors++;
						}
						if (func1(data9) < 1) {
							const err34 = {
								instancePath: instancePath + "/routing/team",
								schemaPath: "#/properties/routing/properties/team/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err34];
							else vErrors.push(err34);
							errors++;
						}
						if (!pattern6.test(data9)) {
							const err35 = {
								instancePath: instancePath + "/routing/team",
								schemaPath: "#/properties/routing/properties/team/pattern",
								keyword: "pattern",
								params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
								message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
							};
							if (vErrors === null) vErrors = [err35];
							else vErrors.push(err35);
							errors++;
						}
					} else {
						const err36 = {
							instancePath: instancePath + "/routing/team",
							schemaPath: "#/properties/routing/properties/team/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err36];
						else vErrors.push(err36);
						errors++;
					}
				}
				if (data6.tags !== void 0) {
					let data10 = data6.tags;
					if (Array.isArray(data10)) {
						if (data10.length > 100) {
							const err37 = {
								instancePath: instancePath + "/routing/tags",
								schemaPath: "#/properties/routing/properties/tags/maxItems",
								keyword: "maxItems",
								params: { limit: 100 },
								message: "must NOT have more than 100 items"
							};
							if (vErrors === null) vErrors = [err37];
							else vErrors.push(err37);
							errors++;
						}
						const len0 = data10.length;
						for (let i0 = 0; i0 < len0; i0++) {
							let data11 = data10[i0];
							if (typeof data11 === "string") {
								if (func1(data11) > 200) {
									const err38 = {
										instancePath: instancePath + "/routing/tags/" + i0,
										schemaPath: "#/properties/routing/properties/tags/items/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err38];
									else vErrors.push(err38);
									errors++;
								}
								if (func1(data11) < 1) {
									const err39 = {
										instancePath: instancePath + "/routing/tags/" + i0,
										schemaPath: "#/properties/routing/properties/tags/items/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err39];
									else vErrors.push(err39);
									errors++;
								}
								if (!pattern6.test(data11)) {
									const err40 = {
										instancePath: instancePath + "/routing/tags/" + i0,
										schemaPath: "#/properties/routing/properties/tags/items/pattern",
										keyword: "pattern",
										params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
										message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
									};
									if (vErrors === null) vErrors = [err40];
									else vErrors.push(err40);
									errors++;
								}
							} else {
								const err41 = {
									instancePath: instancePath + "/routing/tags/" + i0,
									schemaPath: "#/properties/routing/properties/tags/items/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err41];
								else vErrors.push(err41);
								errors++;
							}
						}
					} else {
						const err42 = {
							instancePath: instancePath + "/routing/tags",
							schemaPath: "#/properties/routing/properties/tags/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err42];
						else vErrors.push(err42);
						errors++;
					}
				}
			} else {
				const err43 = {
					instancePath: instancePath + "/routing",
					schemaPath: "#/properties/routing/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err43];
				else vErrors.push(err43);
				errors++;
			}
		}
		if (data.createdAt !== void 0) {
			let data12 = data.createdAt;
			if (typeof data12 === "string") {
				if (!formats0.validate(data12)) {
					const err44 = {
						instancePath: instancePath + "/createdAt",
						schemaPath: "#/properties/createdAt/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err44];
					else vErrors.push(err44);
					errors++;
				}
			} else {
				const err45 = {
					instancePath: instancePath + "/createdAt",
					schemaPath: "#/properties/createdAt/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err45];
				else vErrors.push(err45);
				errors++;
			}
		}
		if (data.updatedAt !== void 0) {
			let data13 = data.updatedAt;
			if (typeof data13 === "string") {
				if (!formats0.validate(data13)) {
					const err46 = {
						instancePath: instancePath + "/updatedAt",
						schemaPath: "#/properties/updatedAt/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err46];
					else vErrors.push(err46);
					errors++;
				}
			} else {
				const err47 = {
					instancePath: instancePath + "/updatedAt",
					schemaPath: "#/properties/updatedAt/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err47];
				else vErrors.push(err47);
				errors++;
			}
		}
		if (data.lastTransitionAt !== void 0) {
			let data14 = data.lastTransitionAt;
			if (typeof data14 === "string") {
				if (!formats0.validate(data14)) {
					const err48 = {
						instancePath: instancePath + "/lastTransitionAt",
						schemaPath: "#/properties/lastTransitionAt/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err48];
					else vErrors.push(err48);
					errors++;
				}
			} else {
				const err49 = {
					instancePath: instancePath + "/lastTransitionAt",
					schemaPath: "#/properties/lastTransitionAt/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err49];
				else vErrors.push(err49);
				errors++;
			}
		}
		if (data.createdBy !== void 0) {
			let data15 = data.createdBy;
			if (typeof data15 === "string") {
				if (func1(data15) > 200) {
					const err50 = {
						instancePath: instancePath + "/createdBy",
						schemaPath: "#/properties/createdBy/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err50];
					else vErrors.push(err50);
					errors++;
				}
				if (func1(data15) < 1) {
					const err51 = {
						instancePath: instancePath + "/createdBy",
						schemaPath: "#/properties/createdBy/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err51];
					else vErrors.push(err51);
					errors++;
				}
				if (!pattern6.test(data15)) {
					const err52 = {
						instancePath: instancePath + "/createdBy",
						schemaPath: "#/properties/createdBy/pattern",
						keyword: "pattern",
						params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
						message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
					};
					if (vErrors === null) vErrors = [err52];
					else vErrors.push(err52);
					errors++;
				}
			} else {
				const err53 = {
					instancePath: instancePath + "/createdBy",
					schemaPath: "#/properties/createdBy/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err53];
				else vErrors.push(err53);
				errors++;
			}
		}
		if (data.parentId !== void 0) {
			let data16 = data.parentId;
			if (typeof data16 === "string") {
				if (!pattern4.test(data16)) {
					const err54 = {
						instancePath: instancePath + "/parentId",
						schemaPath: "#/properties/parentId/pattern",
						keyword: "pattern",
						params: { pattern: "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$" },
						message: "must match pattern \"^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$\""
					};
					if (vErrors === null) vErrors = [err54];
					else vErrors.push(err54);
					errors++;
				}
			} else {
				const err55 = {
					instancePath: instancePath + "/parentId",
					schemaPath: "#/properties/parentId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err55];
				else vErrors.push(err55);
				errors++;
			}
		}
		if (data.dependsOn !== void 0) {
			let data17 = data.dependsOn;
			if (Array.isArray(data17)) {
				if (data17.length > 1e3) {
					const err56 = {
						instancePath: instancePath + "/dependsOn",
						schemaPath: "#/properties/dependsOn/maxItems",
						keyword: "maxItems",
						params: { limit: 1e3 },
						message: "must NOT have more than 1000 items"
					};
					if (vErrors === null) vErrors = [err56];
					else vErrors.push(err56);
					errors++;
				}
				const len1 = data17.length;
				for (let i1 = 0; i1 < len1; i1++) {
					let data18 = data17[i1];
					if (typeof data18 === "string") {
						if (!pattern4.test(data18)) {
							const err57 = {
								instancePath: instancePath + "/dependsOn/" + i1,
								schemaPath: "#/properties/dependsOn/items/pattern",
								keyword: "pattern",
								params: { pattern: "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$" },
								message: "must match pattern \"^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$\""
							};
							if (vErrors === null) vErrors = [err57];
							else vErrors.push(err57);
							errors++;
						}
					} else {
						const err58 = {
							instancePath: instancePath + "/dependsOn/" + i1,
							schemaPath: "#/properties/dependsOn/items/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err58];
						else vErrors.push(err58);
						errors++;
					}
				}
			} else {
				const err59 = {
					instancePath: instancePath + "/dependsOn",
					schemaPath: "#/properties/dependsOn/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err59];
				else vErrors.push(err59);
				errors++;
			}
		}
		if (data.lease !== void 0) {
			let data19 = data.lease;
			if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
				if (data19.runId === void 0) {
					const err60 = {
						instancePath: instancePath + "/lease",
						schemaPath: "#/properties/lease/required",
						keyword: "required",
						params: { missingProperty: "runId" },
						message: "must have required property 'runId'"
					};
					if (vErrors === null) vErrors = [err60];
					else vErrors.push(err60);
					errors++;
				}
				if (data19.agent === void 0) {
					const err61 = {
						instancePath: instancePath + "/lease",
						schemaPath: "#/properties/lease/required",
						keyword: "required",
						params: { missingProperty: "agent" },
						message: "must have required property 'agent'"
					};
					if (vErrors === null) vErrors = [err61];
					else vErrors.push(err61);
					errors++;
				}
				if (data19.acquiredAt === void 0) {
					const err62 = {
						instancePath: instancePath + "/lease",
						schemaPath: "#/properties/lease/required",
						keyword: "required",
						params: { missingProperty: "acquiredAt" },
						message: "must have required property 'acquiredAt'"
					};
					if (vErrors === null) vErrors = [err62];
					else vErrors.push(err62);
					errors++;
				}
				if (data19.expiresAt === void 0) {
					const err63 = {
						instancePath: instancePath + "/lease",
						schemaPath: "#/properties/lease/required",
						keyword: "required",
						params: { missingProperty: "expiresAt" },
						message: "must have required property 'expiresAt'"
					};
					if (vErrors === null) vErrors = [err63];
					else vErrors.push(err63);
					errors++;
				}
				if (data19.fence === void 0) {
					const err64 = {
						instancePath: instancePath + "/lease",
						schemaPath: "#/properties/lease/required",
						keyword: "required",
						params: { missingProperty: "fence" },
						message: "must have required property 'fence'"
					};
					if (vErrors === null) vErrors = [err64];
					else vErrors.push(err64);
					errors++;
				}
				if (data19.runId !== void 0) {
					let data20 = data19.runId;
					if (typeof data20 === "string") {
						if (func1(data20) < 1) {
							const err65 = {
								instancePath: instancePath + "/lease/runId",
								schemaPath: "#/properties/lease/properties/runId/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err65];
							else vErrors.push(err65);
							errors++;
						}
					} else {
						const err66 = {
							instancePath: instancePath + "/lease/runId",
							schemaPath: "#/properties/lease/properties/runId/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err66];
						else vErrors.push(err66);
						errors++;
					}
				}
				if (data19.agent !== void 0) {
					let data21 = data19.agent;
					if (typeof data21 === "string") {
						if (func1(data21) > 200) {
							const err67 = {
								instancePath: instancePath + "/lease/agent",
								schemaPath: "#/properties/lease/properties/agent/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err67];
							else vErrors.push(err67);
							errors++;
						}
						if (func1(data21) < 1) {
							const err68 = {
								instancePath: instancePath + "/lease/agent",
								schemaPath: "#/properties/lease/properties/agent/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err68];
							else vErrors.push(err68);
							errors++;
						}
						if (!pattern6.test(data21)) {
							const err69 = {
								instancePath: instancePath + "/lease/agent",
								schemaPath: "#/properties/lease/properties/agent/pattern",
								keyword: "pattern",
								params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
								message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
							};
							if (vErrors === null) vErrors = [err69];
							else vErrors.push(err69);
							errors++;
						}
					} else {
						const err70 = {
							instancePath: instancePath + "/lease/agent",
							schemaPath: "#/properties/lease/properties/agent/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err70];
						else vErrors.push(err70);
						errors++;
					}
				}
				if (data19.acquiredAt !== void 0) {
					let data22 = data19.acquiredAt;
					if (typeof data22 === "string") {
						if (!formats0.validate(data22)) {
							const err71 = {
								instancePath: instancePath + "/lease/acquiredAt",
								schemaPath: "#/properties/lease/properties/acquiredAt/format",
								keyword: "format",
								params: { format: "date-time" },
								message: "must match format \"date-time\""
							};
							if (vErrors === null) vErrors = [err71];
							else vErrors.push(err71);
							errors++;
						}
					} else {
						const err72 = {
							instancePath: instancePath + "/lease/acquiredAt",
							schemaPath: "#/properties/lease/properties/acquiredAt/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err72];
						else vErrors.push(err72);
						errors++;
					}
				}
				if (data19.expiresAt !== void 0) {
					let data23 = data19.expiresAt;
					if (typeof data23 === "string") {
						if (!formats0.validate(data23)) {
							const err73 = {
								instancePath: instancePath + "/lease/expiresAt",
								schemaPath: "#/properties/lease/properties/expiresAt/format",
								keyword: "format",
								params: { format: "date-time" },
								message: "must match format \"date-time\""
							};
							if (vErrors === null) vErrors = [err73];
							else vErrors.push(err73);
							errors++;
						}
					} else {
						const err74 = {
							instancePath: instancePath + "/lease/expiresAt",
							schemaPath: "#/properties/lease/properties/expiresAt/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err74];
						else vErrors.push(err74);
						errors++;
					}
				}
				if (data19.fence !== void 0) {
					let data24 = data19.fence;
					if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24))) {
						const err75 = {
							instancePath: instancePath + "/lease/fence",
							schemaPath: "#/properties/lease/properties/fence/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err75];
						else vErrors.push(err75);
						errors++;
					}
					if (typeof data24 == "number" && isFinite(data24)) {
						if (data24 < 1 || isNaN(data24)) {
							const err76 = {
								instancePath: instancePath + "/lease/fence",
								schemaPath: "#/properties/lease/properties/fence/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 1
								},
								message: "must be >= 1"
							};
							if (vErrors === null) vErrors = [err76];
							else vErrors.push(err76);
							errors++;
						}
					}
				}
			} else {
				const err77 = {
					instancePath: instancePath + "/lease",
					schemaPath: "#/properties/lease/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err77];
				else vErrors.push(err77);
				errors++;
			}
		}
		if (data.rev !== void 0) {
			let data25 = data.rev;
			if (!(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
				const err78 = {
					instancePath: instancePath + "/rev",
					schemaPath: "#/properties/rev/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err78];
				else vErrors.push(err78);
				errors++;
			}
			if (typeof data25 == "number" && isFinite(data25)) {
				if (data25 < 1 || isNaN(data25)) {
					const err79 = {
						instancePath: instancePath + "/rev",
						schemaPath: "#/properties/rev/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 1
						},
						message: "must be >= 1"
					};
					if (vErrors === null) vErrors = [err79];
					else vErrors.push(err79);
					errors++;
				}
			}
		}
		if (data.metadata !== void 0) {
			let data26 = data.metadata;
			if (data26 && typeof data26 == "object" && !Array.isArray(data26)) {
				if (data26.delegationDepth !== void 0) {
					let data27 = data26.delegationDepth;
					if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
						const err80 = {
							instancePath: instancePath + "/metadata/delegationDepth",
							schemaPath: "#/properties/metadata/properties/delegationDepth/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err80];
						else vErrors.push(err80);
						errors++;
					}
					if (typeof data27 == "number" && isFinite(data27)) {
						if (data27 < 0 || isNaN(data27)) {
							const err81 = {
								instancePath: instancePath + "/metadata/delegationDepth",
								schemaPath: "#/properties/metadata/properties/delegationDepth/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err81];
							else vErrors.push(err81);
							errors++;
						}
					}
				}
				if (data26.reviewRequired !== void 0) {
					if (typeof data26.reviewRequired !== "boolean") {
						const err82 = {
							instancePath: instancePath + "/metadata/reviewRequired",
							schemaPath: "#/properties/metadata/properties/reviewRequired/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err82];
						else vErrors.push(err82);
						errors++;
					}
				}
				if (data26.resource !== void 0) {
					let data29 = data26.resource;
					if (typeof data29 === "string") {
						if (func1(data29) < 1) {
							const err83 = {
								instancePath: instancePath + "/metadata/resource",
								schemaPath: "#/properties/metadata/properties/resource/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err83];
							else vErrors.push(err83);
							errors++;
						}
					} else {
						const err84 = {
							instancePath: instancePath + "/metadata/resource",
							schemaPath: "#/properties/metadata/properties/resource/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err84];
						else vErrors.push(err84);
						errors++;
					}
				}
				if (data26.dueBy !== void 0) {
					let data30 = data26.dueBy;
					if (typeof data30 === "string") {
						if (!formats0.validate(data30)) {
							const err85 = {
								instancePath: instancePath + "/metadata/dueBy",
								schemaPath: "#/properties/metadata/properties/dueBy/format",
								keyword: "format",
								params: { format: "date-time" },
								message: "must match format \"date-time\""
							};
							if (vErrors === null) vErrors = [err85];
							else vErrors.push(err85);
							errors++;
						}
					} else {
						const err86 = {
							instancePath: instancePath + "/metadata/dueBy",
							schemaPath: "#/properties/metadata/properties/dueBy/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err86];
						else vErrors.push(err86);
						errors++;
					}
				}
				if (data26.attempts !== void 0) {
					let data31 = data26.attempts;
					if (!(typeof data31 == "number" && !(data31 % 1) && !isNaN(data31) && isFinite(data31))) {
						const err87 = {
							instancePath: instancePath + "/metadata/attempts",
							schemaPath: "#/properties/metadata/properties/attempts/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err87];
						else vErrors.push(err87);
						errors++;
					}
					if (typeof data31 == "number" && isFinite(data31)) {
						if (data31 < 0 || isNaN(data31)) {
							const err88 = {
								instancePath: instancePath + "/metadata/attempts",
								schemaPath: "#/properties/metadata/properties/attempts/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err88];
							else vErrors.push(err88);
							errors++;
						}
					}
				}
				if (data26.fence !== void 0) {
					let data32 = data26.fence;
					if (!(typeof data32 == "number" && !(data32 % 1) && !isNaN(data32) && isFinite(data32))) {
						const err89 = {
							instancePath: instancePath + "/metadata/fence",
							schemaPath: "#/properties/metadata/properties/fence/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err89];
						else vErrors.push(err89);
						errors++;
					}
					if (typeof data32 == "number" && isFinite(data32)) {
						if (data32 < 0 || isNaN(data32)) {
							const err90 = {
								instancePath: instancePath + "/metadata/fence",
								schemaPath: "#/properties/metadata/properties/fence/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err90];
							else vErrors.push(err90);
							errors++;
						}
					}
				}
				if (data26.block !== void 0) {
					let data33 = data26.block;
					if (data33 && typeof data33 == "object" && !Array.isArray(data33)) {
						if (data33.kind === void 0) {
							const err91 = {
								instancePath: instancePath + "/metadata/block",
								schemaPath: "#/properties/metadata/properties/block/required",
								keyword: "required",
								params: { missingProperty: "kind" },
								message: "must have required property 'kind'"
							};
							if (vErrors === null) vErrors = [err91];
							else vErrors.push(err91);
							errors++;
						}
						if (data33.reason === void 0) {
							const err92 = {
								instancePath: instancePath + "/metadata/block",
								schemaPath: "#/properties/metadata/properties/block/required",
								keyword: "required",
								params: { missingProperty: "reason" },
								message: "must have required property 'reason'"
							};
							if (vErrors === null) vErrors = [err92];
							else vErrors.push(err92);
							errors++;
						}
						if (data33.kind !== void 0) {
							let data34 = data33.kind;
							if (!(data34 === "human" || data34 === "dependency" || data34 === "spawn" || data34 === "subtasks" || data34 === "no-completion")) {
								const err93 = {
									instancePath: instancePath + "/metadata/block/kind",
									schemaPath: "#/properties/metadata/properties/block/properties/kind/enum",
									keyword: "enum",
									params: { allowedValues: schema31.properties.metadata.properties.block.properties.kind.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err93];
								else vErrors.push(err93);
								errors++;
							}
						}
						if (data33.reason !== void 0) {
							if (typeof data33.reason !== "string") {
								const err94 = {
									instancePath: instancePath + "/metadata/block/reason",
									schemaPath: "#/properties/metadata/properties/block/properties/reason/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err94];
								else vErrors.push(err94);
								errors++;
							}
						}
						if (data33.retryAt !== void 0) {
							let data36 = data33.retryAt;
							if (typeof data36 === "string") {
								if (!formats0.validate(data36)) {
									const err95 = {
										instancePath: instancePath + "/metadata/block/retryAt",
										schemaPath: "#/properties/metadata/properties/block/properties/retryAt/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err95];
									else vErrors.push(err95);
									errors++;
								}
							} else {
								const err96 = {
									instancePath: instancePath + "/metadata/block/retryAt",
									schemaPath: "#/properties/metadata/properties/block/properties/retryAt/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err96];
								else vErrors.push(err96);
								errors++;
							}
						}
					} else {
						const err97 = {
							instancePath: instancePath + "/metadata/block",
							schemaPath: "#/properties/metadata/properties/block/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err97];
						else vErrors.push(err97);
						errors++;
					}
				}
				if (data26.onDependencyEnd !== void 0) {
					let data37 = data26.onDependencyEnd;
					if (!(data37 === "block" || data37 === "skip" || data37 === "fail")) {
						const err98 = {
							instancePath: instancePath + "/metadata/onDependencyEnd",
							schemaPath: "#/properties/metadata/properties/onDependencyEnd/enum",
							keyword: "enum",
							params: { allowedValues: schema31.properties.metadata.properties.onDependencyEnd.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err98];
						else vErrors.push(err98);
						errors++;
					}
				}
				if (data26.skipped !== void 0) {
					let data38 = data26.skipped;
					if (Array.isArray(data38)) {
						const len2 = data38.length;
						for (let i2 = 0; i2 < len2; i2++) if (typeof data38[i2] !== "string") {
							const err99 = {
								instancePath: instancePath + "/metadata/skipped/" + i2,
								schemaPath: "#/properties/metadata/properties/skipped/items/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err99];
							else vErrors.push(err99);
							errors++;
						}
					} else {
						const err100 = {
							instancePath: instancePath + "/metadata/skipped",
							schemaPath: "#/properties/metadata/properties/skipped/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err100];
						else vErrors.push(err100);
						errors++;
					}
				}
				if (data26.unroutable !== void 0) {
					if (true !== data26.unroutable) {
						const err101 = {
							instancePath: instancePath + "/metadata/unroutable",
							schemaPath: "#/properties/metadata/properties/unroutable/const",
							keyword: "const",
							params: { allowedValue: true },
							message: "must be equal to constant"
						};
						if (vErrors === null) vErrors = [err101];
						else vErrors.push(err101);
						errors++;
					}
				}
				if (data26.overdue !== void 0) {
					if (true !== data26.overdue) {
						const err102 = {
							instancePath: instancePath + "/metadata/overdue",
							schemaPath: "#/properties/metadata/properties/overdue/const",
							keyword: "const",
							params: { allowedValue: true },
							message: "must be equal to constant"
						};
						if (vErrors === null) vErrors = [err102];
						else vErrors.push(err102);
						errors++;
					}
				}
				if (data26.traceId !== void 0) {
					if (typeof data26.traceId !== "string") {
						const err103 = {
							instancePath: instancePath + "/metadata/traceId",
							schemaPath: "#/properties/metadata/properties/traceId/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err103];
						else vErrors.push(err103);
						errors++;
					}
				}
				if (data26.handoff !== void 0) {
					let data43 = data26.handoff;
					if (data43 && typeof data43 == "object" && !Array.isArray(data43)) {
						if (data43.from === void 0) {
							const err104 = {
								instancePath: instancePath + "/metadata/handoff",
								schemaPath: "#/properties/metadata/properties/handoff/required",
								keyword: "required",
								params: { missingProperty: "from" },
								message: "must have required property 'from'"
							};
							if (vErrors === null) vErrors = [err104];
							else vErrors.push(err104);
							errors++;
						}
						if (data43.to === void 0) {
							const err105 = {
								instancePath: instancePath + "/metadata/handoff",
								schemaPath: "#/properties/metadata/properties/handoff/required",
								keyword: "required",
								params: { missingProperty: "to" },
								message: "must have required property 'to'"
							};
							if (vErrors === null) vErrors = [err105];
							else vErrors.push(err105);
							errors++;
						}
						if (data43.state === void 0) {
							const err106 = {
								instancePath: instancePath + "/metadata/handoff",
								schemaPath: "#/properties/metadata/properties/handoff/required",
								keyword: "required",
								params: { missingProperty: "state" },
								message: "must have required property 'state'"
							};
							if (vErrors === null) vErrors = [err106];
							else vErrors.push(err106);
							errors++;
						}
						if (data43.from !== void 0) {
							let data44 = data43.from;
							if (typeof data44 === "string") {
								if (func1(data44) > 200) {
									const err107 = {
										instancePath: instancePath + "/metadata/handoff/from",
										schemaPath: "#/properties/metadata/properties/handoff/properties/from/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err107];
									else vErrors.push(err107);
									errors++;
								}
								if (func1(data44) < 1) {
									const err108 = {
										instancePath: instancePath + "/metadata/handoff/from",
										schemaPath: "#/properties/metadata/properties/handoff/properties/from/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err108];
									else vErrors.push(err108);
									errors++;
								}
								if (!pattern6.test(data44)) {
									const err109 = {
										instancePath: instancePath + "/metadata/handoff/from",
										schemaPath: "#/properties/metadata/properties/handoff/properties/from/pattern",
										keyword: "pattern",
										params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
										message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
									};
									if (vErrors === null) vErrors = [err109];
									else vErrors.push(err109);
									errors++;
								}
							} else {
								const err110 = {
									instancePath: instancePath + "/metadata/handoff/from",
									schemaPath: "#/properties/metadata/properties/handoff/properties/from/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err110];
								else vErrors.push(err110);
								errors++;
							}
						}
						if (data43.to !== void 0) {
							let data45 = data43.to;
							if (typeof data45 === "string") {
								if (func1(data45) > 200) {
									const err111 = {
										instancePath: instancePath + "/metadata/handoff/to",
										schemaPath: "#/properties/metadata/properties/handoff/properties/to/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err111];
									else vErrors.push(err111);
									errors++;
								}
								if (func1(data45) < 1) {
									const err112 = {
										instancePath: instancePath + "/metadata/handoff/to",
										schemaPath: "#/properties/metadata/properties/handoff/properties/to/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err112];
									else vErrors.push(err112);
									errors++;
								}
								if (!pattern6.test(data45)) {
									const err113 = {
										instancePath: instancePath + "/metadata/handoff/to",
										schemaPath: "#/properties/metadata/properties/handoff/properties/to/pattern",
										keyword: "pattern",
										params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
										message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
									};
									if (vErrors === null) vErrors = [err113];
									else vErrors.push(err113);
									errors++;
								}
							} else {
								const err114 = {
									instancePath: instancePath + "/metadata/handoff/to",
									schemaPath: "#/properties/metadata/properties/handoff/properties/to/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err114];
								else vErrors.push(err114);
								errors++;
							}
						}
						if (data43.state !== void 0) {
							let data46 = data43.state;
							if (!(data46 === "offered" || data46 === "accepted" || data46 === "rejected")) {
								const err115 = {
									instancePath: instancePath + "/metadata/handoff/state",
									schemaPath: "#/properties/metadata/properties/handoff/properties/state/enum",
									keyword: "enum",
									params: { allowedValues: schema31.properties.metadata.properties.handoff.properties.state.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err115];
								else vErrors.push(err115);
								errors++;
							}
						}
						if (data43.digest !== void 0) {
							let data47 = data43.digest;
							if (typeof data47 === "string") {
								if (!pattern16.test(data47)) {
									const err116 = {
										instancePath: instancePath + "/metadata/handoff/digest",
										schemaPath: "#/properties/metadata/properties/handoff/properties/digest/pattern",
										keyword: "pattern",
										params: { pattern: "^[0-9a-f]{16}$" },
										message: "must match pattern \"^[0-9a-f]{16}$\""
									};
									if (vErrors === null) vErrors = [err116];
									else vErrors.push(err116);
									errors++;
								}
							} else {
								const err117 = {
									instancePath: instancePath + "/metadata/handoff/digest",
									schemaPath: "#/properties/metadata/properties/handoff/properties/digest/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err117];
								else vErrors.push(err117);
								errors++;
							}
						}
					} else {
						const err118 = {
							instancePath: instancePath + "/metadata/handoff",
							schemaPath: "#/properties/metadata/properties/handoff/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err118];
						else vErrors.push(err118);
						errors++;
					}
				}
				if (data26.remarks !== void 0) {
					let data48 = data26.remarks;
					if (Array.isArray(data48)) {
						if (data48.length > 100) {
							const err119 = {
								instancePath: instancePath + "/metadata/remarks",
								schemaPath: "#/properties/metadata/properties/remarks/maxItems",
								keyword: "maxItems",
								params: { limit: 100 },
								message: "must NOT have more than 100 items"
							};
							if (vErrors === null) vErrors = [err119];
							else vErrors.push(err119);
							errors++;
						}
						const len3 = data48.length;
						for (let i3 = 0; i3 < len3; i3++) {
							let data49 = data48[i3];
							if (data49 && typeof data49 == "object" && !Array.isArray(data49)) {
								if (data49.at === void 0) {
									const err120 = {
										instancePath: instancePath + "/metadata/remarks/" + i3,
										schemaPath: "#/properties/metadata/properties/remarks/items/required",
										keyword: "required",
										params: { missingProperty: "at" },
										message: "must have required property 'at'"
									};
									if (vErrors === null) vErrors = [err120];
									else vErrors.push(err120);
									errors++;
								}
								if (data49.by === void 0) {
									const err121 = {
										instancePath: instancePath + "/metadata/remarks/" + i3,
										schemaPath: "#/properties/metadata/properties/remarks/items/required",
										keyword: "required",
										params: { missingProperty: "by" },
										message: "must have required property 'by'"
									};
									if (vErrors === null) vErrors = [err121];
									else vErrors.push(err121);
									errors++;
								}
								if (data49.kind === void 0) {
									const err122 = {
										instancePath: instancePath + "/metadata/remarks/" + i3,
										schemaPath: "#/properties/metadata/properties/remarks/items/required",
										keyword: "required",
										params: { missingProperty: "kind" },
										message: "must have required property 'kind'"
									};
									if (vErrors === null) vErrors = [err122];
									else vErrors.push(err122);
									errors++;
								}
								if (data49.text === void 0) {
									const err123 = {
										instancePath: instancePath + "/metadata/remarks/" + i3,
										schemaPath: "#/properties/metadata/properties/remarks/items/required",
										keyword: "required",
										params: { missingProperty: "text" },
										message: "must have required property 'text'"
									};
									if (vErrors === null) vErrors = [err123];
									else vErrors.push(err123);
									errors++;
								}
								if (data49.at !== void 0) {
									let data50 = data49.at;
									if (typeof data50 === "string") {
										if (!formats0.validate(data50)) {
											const err124 = {
												instancePath: instancePath + "/metadata/remarks/" + i3 + "/at",
												schemaPath: "#/properties/metadata/properties/remarks/items/properties/at/format",
												keyword: "format",
												params: { format: "date-time" },
												message: "must match format \"date-time\""
											};
											if (vErrors === null) vErrors = [err124];
											else vErrors.push(err124);
											errors++;
										}
									} else {
										const err125 = {
											instancePath: instancePath + "/metadata/remarks/" + i3 + "/at",
											schemaPath: "#/properties/metadata/properties/remarks/items/properties/at/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err125];
										else vErrors.push(err125);
										errors++;
									}
								}
								if (data49.by !== void 0) {
									let data51 = data49.by;
									if (typeof data51 === "string") {
										if (func1(data51) > 200) {
											const err126 = {
												instancePath: instancePath + "/metadata/remarks/" + i3 + "/by",
												schemaPath: "#/properties/metadata/properties/remarks/items/properties/by/maxLength",
												keyword: "maxLength",
												params: { limit: 200 },
												message: "must NOT have more than 200 characters"
											};
											if (vErrors === null) vErrors = [err126];
											else vErrors.push(err126);
											errors++;
										}
										if (func1(data51) < 1) {
											const err127 = {
												instancePath: instancePath + "/metadata/remarks/" + i3 + "/by",
												schemaPath: "#/properties/metadata/properties/remarks/items/properties/by/minLength",
												keyword: "minLength",
												params: { limit: 1 },
												message: "must NOT have fewer than 1 characters"
											};
											if (vErrors === null) vErrors = [err127];
											else vErrors.push(err127);
											errors++;
										}
										if (!pattern6.test(data51)) {
											const err128 = {
												instancePath: instancePath + "/metadata/remarks/" + i3 + "/by",
												schemaPath: "#/properties/metadata/properties/remarks/items/properties/by/pattern",
												keyword: "pattern",
												params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
												message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
											};
											if (vErrors === null) vErrors = [err128];
											else vErrors.push(err128);
											errors++;
										}
									} else {
										const err129 = {
											instancePath: instancePath + "/metadata/remarks/" + i3 + "/by",
											schemaPath: "#/properties/metadata/properties/remarks/items/properties/by/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err129];
										else vErrors.push(err129);
										errors++;
									}
								}
								if (data49.kind !== void 0) {
									let data52 = data49.kind;
									if (!(data52 === "review" || data52 === "answer" || data52 === "comment")) {
										const err130 = {
											instancePath: instancePath + "/metadata/remarks/" + i3 + "/kind",
											schemaPath: "#/properties/metadata/properties/remarks/items/properties/kind/enum",
											keyword: "enum",
											params: { allowedValues: schema31.properties.metadata.properties.remarks.items.properties.kind.enum },
											message: "must be equal to one of the allowed values"
										};
										if (vErrors === null) vErrors = [err130];
										else vErrors.push(err130);
										errors++;
									}
								}
								if (data49.text !== void 0) {
									let data53 = data49.text;
									if (typeof data53 === "string") {
										if (func1(data53) < 1) {
											const err131 = {
												instancePath: instancePath + "/metadata/remarks/" + i3 + "/text",
												schemaPath: "#/properties/metadata/properties/remarks/items/properties/text/minLength",
												keyword: "minLength",
												params: { limit: 1 },
												message: "must NOT have fewer than 1 characters"
											};
											if (vErrors === null) vErrors = [err131];
											else vErrors.push(err131);
											errors++;
										}
									} else {
										const err132 = {
											instancePath: instancePath + "/metadata/remarks/" + i3 + "/text",
											schemaPath: "#/properties/metadata/properties/remarks/items/properties/text/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err132];
										else vErrors.push(err132);
										errors++;
									}
								}
							} else {
								const err133 = {
									instancePath: instancePath + "/metadata/remarks/" + i3,
									schemaPath: "#/properties/metadata/properties/remarks/items/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err133];
								else vErrors.push(err133);
								errors++;
							}
						}
					} else {
						const err134 = {
							instancePath: instancePath + "/metadata/remarks",
							schemaPath: "#/properties/metadata/properties/remarks/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err134];
						else vErrors.push(err134);
						errors++;
					}
				}
				if (data26.labels !== void 0) {
					let data54 = data26.labels;
					if (Array.isArray(data54)) {
						if (data54.length > 200) {
							const err135 = {
								instancePath: instancePath + "/metadata/labels",
								schemaPath: "#/properties/metadata/properties/labels/maxItems",
								keyword: "maxItems",
								params: { limit: 200 },
								message: "must NOT have more than 200 items"
							};
							if (vErrors === null) vErrors = [err135];
							else vErrors.push(err135);
							errors++;
						}
						const len4 = data54.length;
						for (let i4 = 0; i4 < len4; i4++) {
							let data55 = data54[i4];
							if (typeof data55 === "string") {
								if (func1(data55) > 200) {
									const err136 = {
										instancePath: instancePath + "/metadata/labels/" + i4,
										schemaPath: "#/properties/metadata/properties/labels/items/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err136];
									else vErrors.push(err136);
									errors++;
								}
								if (func1(data55) < 1) {
									const err137 = {
										instancePath: instancePath + "/metadata/labels/" + i4,
										schemaPath: "#/properties/metadata/properties/labels/items/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err137];
									else vErrors.push(err137);
									errors++;
								}
								if (!pattern6.test(data55)) {
									const err138 = {
										instancePath: instancePath + "/metadata/labels/" + i4,
										schemaPath: "#/properties/metadata/properties/labels/items/pattern",
										keyword: "pattern",
										params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
										message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
									};
									if (vErrors === null) vErrors = [err138];
									else vErrors.push(err138);
									errors++;
								}
							} else {
								const err139 = {
									instancePath: instancePath + "/metadata/labels/" + i4,
									schemaPath: "#/properties/metadata/properties/labels/items/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err139];
								else vErrors.push(err139);
								errors++;
							}
						}
					} else {
						const err140 = {
							instancePath: instancePath + "/metadata/labels",
							schemaPath: "#/properties/metadata/properties/labels/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err140];
						else vErrors.push(err140);
						errors++;
					}
				}
				if (data26.imported !== void 0) {
					let data56 = data26.imported;
					if (data56 && typeof data56 == "object" && !Array.isArray(data56)) {
						if (data56.from === void 0) {
							const err141 = {
								instancePath: instancePath + "/metadata/imported",
								schemaPath: "#/properties/metadata/properties/imported/required",
								keyword: "required",
								params: { missingProperty: "from" },
								message: "must have required property 'from'"
							};
							if (vErrors === null) vErrors = [err141];
							else vErrors.push(err141);
							errors++;
						}
						if (data56.id === void 0) {
							const err142 = {
								instancePath: instancePath + "/metadata/imported",
								schemaPath: "#/properties/metadata/properties/imported/required",
								keyword: "required",
								params: { missingProperty: "id" },
								message: "must have required property 'id'"
							};
							if (vErrors === null) vErrors = [err142];
							else vErrors.push(err142);
							errors++;
						}
						if (data56.at === void 0) {
							const err143 = {
								instancePath: instancePath + "/metadata/imported",
								schemaPath: "#/properties/metadata/properties/imported/required",
								keyword: "required",
								params: { missingProperty: "at" },
								message: "must have required property 'at'"
							};
							if (vErrors === null) vErrors = [err143];
							else vErrors.push(err143);
							errors++;
						}
						if (data56.base === void 0) {
							const err144 = {
								instancePath: instancePath + "/metadata/imported",
								schemaPath: "#/properties/metadata/properties/imported/required",
								keyword: "required",
								params: { missingProperty: "base" },
								message: "must have required property 'base'"
							};
							if (vErrors === null) vErrors = [err144];
							else vErrors.push(err144);
							errors++;
						}
						if (data56.from !== void 0) {
							let data57 = data56.from;
							if (typeof data57 === "string") {
								if (func1(data57) > 200) {
									const err145 = {
										instancePath: instancePath + "/metadata/imported/from",
										schemaPath: "#/properties/metadata/properties/imported/properties/from/maxLength",
										keyword: "maxLength",
										params: { limit: 200 },
										message: "must NOT have more than 200 characters"
									};
									if (vErrors === null) vErrors = [err145];
									else vErrors.push(err145);
									errors++;
								}
								if (func1(data57) < 1) {
									const err146 = {
										instancePath: instancePath + "/metadata/imported/from",
										schemaPath: "#/properties/metadata/properties/imported/properties/from/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err146];
									else vErrors.push(err146);
									errors++;
								}
								if (!pattern6.test(data57)) {
									const err147 = {
										instancePath: instancePath + "/metadata/imported/from",
										schemaPath: "#/properties/metadata/properties/imported/properties/from/pattern",
										keyword: "pattern",
										params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
										message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
									};
									if (vErrors === null) vErrors = [err147];
									else vErrors.push(err147);
									errors++;
								}
							} else {
								const err148 = {
									instancePath: instancePath + "/metadata/imported/from",
									schemaPath: "#/properties/metadata/properties/imported/properties/from/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err148];
								else vErrors.push(err148);
								errors++;
							}
						}
						if (data56.id !== void 0) {
							let data58 = data56.id;
							if (typeof data58 === "string") {
								if (func1(data58) > 500) {
									const err149 = {
										instancePath: instancePath + "/metadata/imported/id",
										schemaPath: "#/properties/metadata/properties/imported/properties/id/maxLength",
										keyword: "maxLength",
										params: { limit: 500 },
										message: "must NOT have more than 500 characters"
									};
									if (vErrors === null) vErrors = [err149];
									else vErrors.push(err149);
									errors++;
								}
								if (func1(data58) < 1) {
									const err150 = {
										instancePath: instancePath + "/metadata/imported/id",
										schemaPath: "#/properties/metadata/properties/imported/properties/id/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err150];
									else vErrors.push(err150);
									errors++;
								}
							} else {
								const err151 = {
									instancePath: instancePath + "/metadata/imported/id",
									schemaPath: "#/properties/metadata/properties/imported/properties/id/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err151];
								else vErrors.push(err151);
								errors++;
							}
						}
						if (data56.at !== void 0) {
							let data59 = data56.at;
							if (typeof data59 === "string") {
								if (!formats0.validate(data59)) {
									const err152 = {
										instancePath: instancePath + "/metadata/imported/at",
										schemaPath: "#/properties/metadata/properties/imported/properties/at/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err152];
									else vErrors.push(err152);
									errors++;
								}
							} else {
								const err153 = {
									instancePath: instancePath + "/metadata/imported/at",
									schemaPath: "#/properties/metadata/properties/imported/properties/at/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err153];
								else vErrors.push(err153);
								errors++;
							}
						}
						if (data56.base !== void 0) {
							if (typeof data56.base !== "string") {
								const err154 = {
									instancePath: instancePath + "/metadata/imported/base",
									schemaPath: "#/properties/metadata/properties/imported/properties/base/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err154];
								else vErrors.push(err154);
								errors++;
							}
						}
						if (data56.createdAt !== void 0) {
							let data61 = data56.createdAt;
							if (typeof data61 === "string") {
								if (!formats0.validate(data61)) {
									const err155 = {
										instancePath: instancePath + "/metadata/imported/createdAt",
										schemaPath: "#/properties/metadata/properties/imported/properties/createdAt/format",
										keyword: "format",
										params: { format: "date-time" },
										message: "must match format \"date-time\""
									};
									if (vErrors === null) vErrors = [err155];
									else vErrors.push(err155);
									errors++;
								}
							} else {
								const err156 = {
									instancePath: instancePath + "/metadata/imported/createdAt",
									schemaPath: "#/properties/metadata/properties/imported/properties/createdAt/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err156];
								else vErrors.push(err156);
								errors++;
							}
						}
						if (data56.extra !== void 0) {
							let data62 = data56.extra;
							if (!(data62 && typeof data62 == "object" && !Array.isArray(data62))) {
								const err157 = {
									instancePath: instancePath + "/metadata/imported/extra",
									schemaPath: "#/properties/metadata/properties/imported/properties/extra/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err157];
								else vErrors.push(err157);
								errors++;
							}
						}
					} else {
						const err158 = {
							instancePath: instancePath + "/metadata/imported",
							schemaPath: "#/properties/metadata/properties/imported/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err158];
						else vErrors.push(err158);
						errors++;
					}
				}
				if (data26.a2a !== void 0) {
					let data63 = data26.a2a;
					if (data63 && typeof data63 == "object" && !Array.isArray(data63)) {
						if (data63.messageId === void 0) {
							const err159 = {
								instancePath: instancePath + "/metadata/a2a",
								schemaPath: "#/properties/metadata/properties/a2a/required",
								keyword: "required",
								params: { missingProperty: "messageId" },
								message: "must have required property 'messageId'"
							};
							if (vErrors === null) vErrors = [err159];
							else vErrors.push(err159);
							errors++;
						}
						if (data63.messageId !== void 0) {
							let data64 = data63.messageId;
							if (typeof data64 === "string") {
								if (func1(data64) > 256) {
									const err160 = {
										instancePath: instancePath + "/metadata/a2a/messageId",
										schemaPath: "#/properties/metadata/properties/a2a/properties/messageId/maxLength",
										keyword: "maxLength",
										params: { limit: 256 },
										message: "must NOT have more than 256 characters"
									};
									if (vErrors === null) vErrors = [err160];
									else vErrors.push(err160);
									errors++;
								}
								if (func1(data64) < 1) {
									const err161 = {
										instancePath: instancePath + "/metadata/a2a/messageId",
										schemaPath: "#/properties/metadata/properties/a2a/properties/messageId/minLength",
										keyword: "minLength",
										params: { limit: 1 },
										message: "must NOT have fewer than 1 characters"
									};
									if (vErrors === null) vErrors = [err161];
									else vErrors.push(err161);
									errors++;
								}
							} else {
								const err162 = {
									instancePath: instancePath + "/metadata/a2a/messageId",
									schemaPath: "#/properties/metadata/properties/a2a/properties/messageId/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err162];
								else vErrors.push(err162);
								errors++;
							}
						}
					} else {
						const err163 = {
							instancePath: instancePath + "/metadata/a2a",
							schemaPath: "#/properties/metadata/properties/a2a/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err163];
						else vErrors.push(err163);
						errors++;
					}
				}
			} else {
				const err164 = {
					instancePath: instancePath + "/metadata",
					schemaPath: "#/properties/metadata/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err164];
				else vErrors.push(err164);
				errors++;
			}
		}
	} else {
		const err165 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err165];
		else vErrors.push(err165);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"schemaVersion": true,
		"id": true,
		"uid": true,
		"title": true,
		"status": true,
		"priority": true,
		"routing": true,
		"createdAt": true,
		"updatedAt": true,
		"lastTransitionAt": true,
		"createdBy": true,
		"parentId": true,
		"dependsOn": true,
		"lease": true,
		"rev": true,
		"metadata": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "7ec910e6e19f5f3d7fb31ae34a0037818958754e6dffb44f6061c3ac98e638d6";

export { schemaHash, validate };
// Generated from schema/universal-handoff-v3.0.schema.json by npm run generate.
// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);

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

// \0validator.js
const validate = validate20;
const schema45 = {
	"type": "object",
	"required": ["token_count", "confidence"],
	"properties": {
		"token_count": {
			"description": "At most 2000; that limit is checked with the measured count, so that a larger number leads to compression.",
			"type": "integer",
			"minimum": 0
		},
		"confidence": {
			"type": "string",
			"enum": [
				"high",
				"medium",
				"low"
			]
		},
		"handoff_chain": {
			"type": "array",
			"items": { "type": "string" },
			"minItems": 1
		},
		"handoff_reason": { "type": "string" },
		"payload_hash": {
			"type": "string",
			"pattern": "^sha256:[0-9a-f]{64}$"
		},
		"payload_size_bytes": {
			"type": "integer",
			"minimum": 0
		},
		"user_approved": { "type": "boolean" }
	}
};
const formats0 = require_formats().fullFormats["date-time"];
const pattern4 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T", "u");
const pattern6 = new RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const pattern8 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
const func1 = require_ucs2length().default;
const schema37 = {
	"type": "object",
	"required": ["summary", "problem_type"],
	"properties": {
		"summary": {
			"type": "string",
			"minLength": 1,
			"maxLength": 500
		},
		"problem_type": {
			"type": "string",
			"enum": [
				"decision",
				"creative",
				"analytical",
				"strategic",
				"implementation",
				"research",
				"verification"
			]
		},
		"original_prompt": { "type": "string" },
		"focus_areas": { "$ref": "#/$defs/texts" },
		"known_gaps": { "$ref": "#/$defs/texts" },
		"success_criteria": { "$ref": "#/$defs/texts" }
	}
};
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate22.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.summary === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "summary" },
				message: "must have required property 'summary'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.problem_type === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "problem_type" },
				message: "must have required property 'problem_type'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.summary !== void 0) {
			let data0 = data.summary;
			if (typeof data0 === "string") {
				if (func1(data0) > 500) {
					const err2 = {
						instancePath: instancePath + "/summary",
						schemaPath: "#/properties/summary/maxLength",
						keyword: "maxLength",
						params: { limit: 500 },
						message: "must NOT have more than 500 characters"
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
				if (func1(data0) < 1) {
					const err3 = {
						instancePath: instancePath + "/summary",
						schemaPath: "#/properties/summary/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err3];
					else vErrors.push(err3);
					errors++;
				}
			} else {
				const err4 = {
					instancePath: instancePath + "/summary",
					schemaPath: "#/properties/summary/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err4];
				else vErrors.push(err4);
				errors++;
			}
		}
		if (data.problem_type !== void 0) {
			let data1 = data.problem_type;
			if (typeof data1 !== "string") {
				const err5 = {
					instancePath: instancePath + "/problem_type",
					schemaPath: "#/properties/problem_type/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err5];
				else vErrors.push(err5);
				errors++;
			}
			if (!(data1 === "decision" || data1 === "creative" || data1 === "analytical" || data1 === "strategic" || data1 === "implementation" || data1 === "research" || data1 === "verification")) {
				const err6 = {
					instancePath: instancePath + "/problem_type",
					schemaPath: "#/properties/problem_type/enum",
					keyword: "enum",
					params: { allowedValues: schema37.properties.problem_type.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
		}
		if (data.original_prompt !== void 0) {
			if (typeof data.original_prompt !== "string") {
				const err7 = {
					instancePath: instancePath + "/original_prompt",
					schemaPath: "#/properties/original_prompt/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err7];
				else vErrors.push(err7);
				errors++;
			}
		}
		if (data.focus_areas !== void 0) {
			let data3 = data.focus_areas;
			if (Array.isArray(data3)) {
				const len0 = data3.length;
				for (let i0 = 0; i0 < len0; i0++) if (typeof data3[i0] !== "string") {
					const err8 = {
						instancePath: instancePath + "/focus_areas/" + i0,
						schemaPath: "#/$defs/texts/items/type",
						keyword: "type",
						params: { type: "string" },
						message: "must be string"
					};
					if (vErrors === null) vErrors = [err8];
					else vErrors.push(err8);
					errors++;
				}
			} else {
				const err9 = {
					instancePath: instancePath + "/focus_areas",
					schemaPath: "#/$defs/texts/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
		}
		if (data.known_gaps !== void 0) {
			let data5 = data.known_gaps;
			if (Array.isArray(data5)) {
				const len1 = data5.length;
				for (let i1 = 0; i1 < len1; i1++) if (typeof data5[i1] !== "string") {
					const err10 = {
						instancePath: instancePath + "/known_gaps/" + i1,
						schemaPath: "#/$defs/texts/items/type",
						keyword: "type",
						params: { type: "string" },
						message: "must be string"
					};
					if (vErrors === null) vErrors = [err10];
					else vErrors.push(err10);
					errors++;
				}
			} else {
				const err11 = {
					instancePath: instancePath + "/known_gaps",
					schemaPath: "#/$defs/texts/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
		}
		if (data.success_criteria !== void 0) {
			let data7 = data.success_criteria;
			if (Array.isArray(data7)) {
				const len2 = data7.length;
				for (let i2 = 0; i2 < len2; i2++) if (typeof data7[i2] !== "string") {
					const err12 = {
						instancePath: instancePath + "/success_criteria/" + i2,
						schemaPath: "#/$defs/texts/items/type",
						keyword: "type",
						params: { type: "string" },
						message: "must be string"
					};
					if (vErrors === null) vErrors = [err12];
					else vErrors.push(err12);
					errors++;
				}
			} else {
				const err13 = {
					instancePath: instancePath + "/success_criteria",
					schemaPath: "#/$defs/texts/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err13];
				else vErrors.push(err13);
				errors++;
			}
		}
	} else {
		const err14 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err14];
		else vErrors.push(err14);
		errors++;
	}
	validate22.errors = vErrors;
	return errors === 0;
}
validate22.evaluated = {
	"props": {
		"summary": true,
		"problem_type": true,
		"original_prompt": true,
		"focus_areas": true,
		"known_gaps": true,
		"success_criteria": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schema42 = {
	"type": "object",
	"required": [
		"name",
		"path",
		"type"
	],
	"properties": {
		"name": { "type": "string" },
		"path": { "type": "string" },
		"type": {
			"type": "string",
			"enum": [
				"specification",
				"analysis",
				"code",
				"documentation",
				"data",
				"model",
				"report"
			]
		},
		"description": { "type": "string" },
		"checksum": {
			"type": "string",
			"pattern": "^sha256:[0-9a-fA-F]{64}$"
		}
	}
};
const schema43 = {
	"type": "object",
	"required": ["path"],
	"properties": {
		"path": { "type": "string" },
		"description": { "type": "string" },
		"relevance": {
			"type": "string",
			"enum": [
				"critical",
				"important",
				"optional"
			]
		}
	}
};
const pattern7 = new RegExp("^sha256:[0-9a-fA-F]{64}$", "u");
const formats4 = require_formats().fullFormats.uri;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate24.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.working === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "working" },
				message: "must have required property 'working'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.working !== void 0) {
			let data0 = data.working;
			if (!(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
				const err1 = {
					instancePath: instancePath + "/working",
					schemaPath: "#/properties/working/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.session !== void 0) {
			let data1 = data.session;
			if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
				if (data1.artifacts !== void 0) {
					let data2 = data1.artifacts;
					if (Array.isArray(data2)) {
						const len0 = data2.length;
						for (let i0 = 0; i0 < len0; i0++) {
							let data3 = data2[i0];
							if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
								if (data3.name === void 0) {
									const err2 = {
										instancePath: instancePath + "/session/artifacts/" + i0,
										schemaPath: "#/$defs/artifact/required",
										keyword: "required",
										params: { missingProperty: "name" },
										message: "must have required property 'name'"
									};
									if (vErrors === null) vErrors = [err2];
									else vErrors.push(err2);
									errors++;
								}
								if (data3.path === void 0) {
									const err3 = {
										instancePath: instancePath + "/session/artifacts/" + i0,
										schemaPath: "#/$defs/artifact/required",
										keyword: "required",
										params: { missingProperty: "path" },
										message: "must have required property 'path'"
									};
									if (vErrors === null) vErrors = [err3];
									else vErrors.push(err3);
									errors++;
								}
								if (data3.type === void 0) {
									const err4 = {
										instancePath: instancePath + "/session/artifacts/" + i0,
										schemaPath: "#/$defs/artifact/required",
										keyword: "required",
										params: { missingProperty: "type" },
										message: "must have required property 'type'"
									};
									if (vErrors === null) vErrors = [err4];
									else vErrors.push(err4);
									errors++;
								}
								if (data3.name !== void 0) {
									if (typeof data3.name !== "string") {
										const err5 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/name",
											schemaPath: "#/$defs/artifact/properties/name/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err5];
										else vErrors.push(err5);
										errors++;
									}
								}
								if (data3.path !== void 0) {
									if (typeof data3.path !== "string") {
										const err6 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/path",
											schemaPath: "#/$defs/artifact/properties/path/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err6];
										else vErrors.push(err6);
										errors++;
									}
								}
								if (data3.type !== void 0) {
									let data6 = data3.type;
									if (typeof data6 !== "string") {
										const err7 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/type",
											schemaPath: "#/$defs/artifact/properties/type/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err7];
										else vErrors.push(err7);
										errors++;
									}
									if (!(data6 === "specification" || data6 === "analysis" || data6 === "code" || data6 === "documentation" || data6 === "data" || data6 === "model" || data6 === "report")) {
										const err8 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/type",
											schemaPath: "#/$defs/artifact/properties/type/enum",
											keyword: "enum",
											params: { allowedValues: schema42.properties.type.enum },
											message: "must be equal to one of the allowed values"
										};
										if (vErrors === null) vErrors = [err8];
										else vErrors.push(err8);
										errors++;
									}
								}
								if (data3.description !== void 0) {
									if (typeof data3.description !== "string") {
										const err9 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/description",
											schemaPath: "#/$defs/artifact/properties/description/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err9];
										else vErrors.push(err9);
										errors++;
									}
								}
								if (data3.checksum !== void 0) {
									let data8 = data3.checksum;
									if (typeof data8 === "string") {
										if (!pattern7.test(data8)) {
											const err10 = {
												instancePath: instancePath + "/session/artifacts/" + i0 + "/checksum",
												schemaPath: "#/$defs/artifact/properties/checksum/pattern",
												keyword: "pattern",
												params: { pattern: "^sha256:[0-9a-fA-F]{64}$" },
												message: "must match pattern \"^sha256:[0-9a-fA-F]{64}$\""
											};
											if (vErrors === null) vErrors = [err10];
											else vErrors.push(err10);
											errors++;
										}
									} else {
										const err11 = {
											instancePath: instancePath + "/session/artifacts/" + i0 + "/checksum",
											schemaPath: "#/$defs/artifact/properties/checksum/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err11];
										else vErrors.push(err11);
										errors++;
									}
								}
							} else {
								const err12 = {
									instancePath: instancePath + "/session/artifacts/" + i0,
									schemaPath: "#/$defs/artifact/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err12];
								else vErrors.push(err12);
								errors++;
							}
						}
					} else {
						const err13 = {
							instancePath: instancePath + "/session/artifacts",
							schemaPath: "#/properties/session/properties/artifacts/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err13];
						else vErrors.push(err13);
						errors++;
					}
				}
				if (data1.state !== void 0) {
					let data9 = data1.state;
					if (!(data9 && typeof data9 == "object" && !Array.isArray(data9))) {
						const err14 = {
							instancePath: instancePath + "/session/state",
							schemaPath: "#/properties/session/properties/state/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err14];
						else vErrors.push(err14);
						errors++;
					}
				}
			} else {
				const err15 = {
					instancePath: instancePath + "/session",
					schemaPath: "#/properties/session/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err15];
				else vErrors.push(err15);
				errors++;
			}
		}
		if (data.references !== void 0) {
			let data10 = data.references;
			if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
				if (data10.files !== void 0) {
					let data11 = data10.files;
					if (Array.isArray(data11)) {
						const len1 = data11.length;
						for (let i1 = 0; i1 < len1; i1++) {
							let data12 = data11[i1];
							if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
								if (data12.path === void 0) {
									const err16 = {
										instancePath: instancePath + "/references/files/" + i1,
										schemaPath: "#/$defs/fileReference/required",
										keyword: "required",
										params: { missingProperty: "path" },
										message: "must have required property 'path'"
									};
									if (vErrors === null) vErrors = [err16];
									else vErrors.push(err16);
									errors++;
								}
								if (data12.path !== void 0) {
									if (typeof data12.path !== "string") {
										const err17 = {
											instancePath: instancePath + "/references/files/" + i1 + "/path",
											schemaPath: "#/$defs/fileReference/properties/path/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err17];
										else vErrors.push(err17);
										errors++;
									}
								}
								if (data12.description !== void 0) {
									if (typeof data12.description !== "string") {
										const err18 = {
											instancePath: instancePath + "/references/files/" + i1 + "/description",
											schemaPath: "#/$defs/fileReference/properties/description/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err18];
										else vErrors.push(err18);
										errors++;
									}
								}
								if (data12.relevance !== void 0) {
									let data15 = data12.relevance;
									if (typeof data15 !== "string") {
										const err19 = {
											instancePath: instancePath + "/references/files/" + i1 + "/relevance",
											schemaPath: "#/$defs/fileReference/properties/relevance/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err19];
										else vErrors.push(err19);
										errors++;
									}
									if (!(data15 === "critical" || data15 === "important" || data15 === "optional")) {
										const err20 = {
											instancePath: instancePath + "/references/files/" + i1 + "/relevance",
											schemaPath: "#/$defs/fileReference/properties/relevance/enum",
											keyword: "enum",
											params: { allowedValues: schema43.properties.relevance.enum },
											message: "must be equal to one of the allowed values"
										};
										if (vErrors === null) vErrors = [err20];
										else vErrors.push(err20);
										errors++;
									}
								}
							} else {
								const err21 = {
									instancePath: instancePath + "/references/files/" + i1,
									schemaPath: "#/$defs/fileReference/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err21];
								else vErrors.push(err21);
								errors++;
							}
						}
					} else {
						const err22 = {
							instancePath: instancePath + "/references/files",
							schemaPath: "#/properties/references/properties/files/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err22];
						else vErrors.push(err22);
						errors++;
					}
				}
				if (data10.urls !== void 0) {
					let data16 = data10.urls;
					if (Array.isArray(data16)) {
						const len2 = data16.length;
						for (let i2 = 0; i2 < len2; i2++) {
							let data17 = data16[i2];
							if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
								if (data17.url === void 0) {
									const err23 = {
										instancePath: instancePath + "/references/urls/" + i2,
										schemaPath: "#/$defs/urlReference/required",
										keyword: "required",
										params: { missingProperty: "url" },
										message: "must have required property 'url'"
									};
									if (vErrors === null) vErrors = [err23];
									else vErrors.push(err23);
									errors++;
								}
								if (data17.url !== void 0) {
									let data18 = data17.url;
									if (typeof data18 === "string") {
										if (!formats4(data18)) {
											const err24 = {
												instancePath: instancePath + "/references/urls/" + i2 + "/url",
												schemaPath: "#/$defs/urlReference/properties/url/format",
												keyword: "format",
												params: { format: "uri" },
												message: "must match format \"uri\""
											};
											if (vErrors === null) vErrors = [err24];
											else vErrors.push(err24);
											errors++;
										}
									} else {
										const err25 = {
											instancePath: instancePath + "/references/urls/" + i2 + "/url",
											schemaPath: "#/$defs/urlReference/properties/url/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err25];
										else vErrors.push(err25);
										errors++;
									}
								}
								if (data17.description !== void 0) {
									if (typeof data17.description !== "string") {
										const err26 = {
											instancePath: instancePath + "/references/urls/" + i2 + "/description",
											schemaPath: "#/$defs/urlReference/properties/description/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err26];
										else vErrors.push(err26);
										errors++;
									}
								}
							} else {
								const err27 = {
									instancePath: instancePath + "/references/urls/" + i2,
									schemaPath: "#/$defs/urlReference/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err27];
								else vErrors.push(err27);
								errors++;
							}
						}
					} else {
						const err28 = {
							instancePath: instancePath + "/references/urls",
							schemaPath: "#/properties/references/properties/urls/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err28];
						else vErrors.push(err28);
						errors++;
					}
				}
			} else {
				const err29 = {
					instancePath: instancePath + "/references",
					schemaPath: "#/properties/references/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err29];
				else vErrors.push(err29);
				errors++;
			}
		}
	} else {
		const err30 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err30];
		else vErrors.push(err30);
		errors++;
	}
	validate24.errors = vErrors;
	return errors === 0;
}
validate24.evaluated = {
	"props": {
		"working": true,
		"session": true,
		"references": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schema46 = {
	"type": "object",
	"properties": {
		"events": {
			"type": "array",
			"items": { "$ref": "#/$defs/tracingEvent" }
		},
		"parent_span_id": { "type": ["string", "null"] },
		"tags": {
			"type": "object",
			"additionalProperties": { "type": "string" }
		}
	}
};
const schema47 = {
	"type": "object",
	"required": [
		"timestamp",
		"event_type",
		"workflow"
	],
	"properties": {
		"timestamp": { "$ref": "#/$defs/time" },
		"event_type": {
			"type": "string",
			"enum": [
				"created",
				"validated",
				"transmitted",
				"received",
				"processed",
				"error"
			]
		},
		"workflow": { "type": "string" },
		"details": true
	}
};
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate27.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.timestamp === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "timestamp" },
				message: "must have required property 'timestamp'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.event_type === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "event_type" },
				message: "must have required property 'event_type'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.workflow === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "workflow" },
				message: "must have required property 'workflow'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.timestamp !== void 0) {
			let data0 = data.timestamp;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err3 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/$defs/time/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T" },
						message: "must match pattern \"^[0-9]{4}-[0-9]{2}-[0-9]{2}T\""
					};
					if (vErrors === null) vErrors = [err3];
					else vErrors.push(err3);
					errors++;
				}
				if (!formats0.validate(data0)) {
					const err4 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/$defs/time/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err4];
					else vErrors.push(err4);
					errors++;
				}
			} else {
				const err5 = {
					instancePath: instancePath + "/timestamp",
					schemaPath: "#/$defs/time/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err5];
				else vErrors.push(err5);
				errors++;
			}
		}
		if (data.event_type !== void 0) {
			let data1 = data.event_type;
			if (typeof data1 !== "string") {
				const err6 = {
					instancePath: instancePath + "/event_type",
					schemaPath: "#/properties/event_type/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
			if (!(data1 === "created" || data1 === "validated" || data1 === "transmitted" || data1 === "received" || data1 === "processed" || data1 === "error")) {
				const err7 = {
					instancePath: instancePath + "/event_type",
					schemaPath: "#/properties/event_type/enum",
					keyword: "enum",
					params: { allowedValues: schema47.properties.event_type.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err7];
				else vErrors.push(err7);
				errors++;
			}
		}
		if (data.workflow !== void 0) {
			if (typeof data.workflow !== "string") {
				const err8 = {
					instancePath: instancePath + "/workflow",
					schemaPath: "#/properties/workflow/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err8];
				else vErrors.push(err8);
				errors++;
			}
		}
	} else {
		const err9 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err9];
		else vErrors.push(err9);
		errors++;
	}
	validate27.errors = vErrors;
	return errors === 0;
}
validate27.evaluated = {
	"props": {
		"timestamp": true,
		"event_type": true,
		"workflow": true,
		"details": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate26.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.events !== void 0) {
			let data0 = data.events;
			if (Array.isArray(data0)) {
				const len0 = data0.length;
				for (let i0 = 0; i0 < len0; i0++) if (!validate27(data0[i0], {
					instancePath: instancePath + "/events/" + i0,
					parentData: data0,
					parentDataProperty: i0,
					rootData,
					dynamicAnchors
				})) {
					vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
					errors = vErrors.length;
				}
			} else {
				const err0 = {
					instancePath: instancePath + "/events",
					schemaPath: "#/properties/events/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err0];
				else vErrors.push(err0);
				errors++;
			}
		}
		if (data.parent_span_id !== void 0) {
			let data2 = data.parent_span_id;
			if (typeof data2 !== "string" && data2 !== null) {
				const err1 = {
					instancePath: instancePath + "/parent_span_id",
					schemaPath: "#/properties/parent_span_id/type",
					keyword: "type",
					params: { type: schema46.properties.parent_span_id.type },
					message: "must be string,null"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.tags !== void 0) {
			let data3 = data.tags;
			if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
				for (const key0 in data3) if (typeof data3[key0] !== "string") {
					const err2 = {
						instancePath: instancePath + "/tags/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/tags/additionalProperties/type",
						keyword: "type",
						params: { type: "string" },
						message: "must be string"
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
			} else {
				const err3 = {
					instancePath: instancePath + "/tags",
					schemaPath: "#/properties/tags/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err3];
				else vErrors.push(err3);
				errors++;
			}
		}
	} else {
		const err4 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err4];
		else vErrors.push(err4);
		errors++;
	}
	validate26.errors = vErrors;
	return errors === 0;
}
validate26.evaluated = {
	"props": {
		"events": true,
		"parent_span_id": true,
		"tags": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate21.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.version === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "version" },
				message: "must have required property 'version'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.schema_type === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "schema_type" },
				message: "must have required property 'schema_type'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.timestamp === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "timestamp" },
				message: "must have required property 'timestamp'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.trace_id === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "trace_id" },
				message: "must have required property 'trace_id'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.source === void 0) {
			const err4 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "source" },
				message: "must have required property 'source'"
			};
			if (vErrors === null) vErrors = [err4];
			else vErrors.push(err4);
			errors++;
		}
		if (data.target === void 0) {
			const err5 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "target" },
				message: "must have required property 'target'"
			};
			if (vErrors === null) vErrors = [err5];
			else vErrors.push(err5);
			errors++;
		}
		if (data.context === void 0) {
			const err6 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "context" },
				message: "must have required property 'context'"
			};
			if (vErrors === null) vErrors = [err6];
			else vErrors.push(err6);
			errors++;
		}
		if (data.payload === void 0) {
			const err7 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "payload" },
				message: "must have required property 'payload'"
			};
			if (vErrors === null) vErrors = [err7];
			else vErrors.push(err7);
			errors++;
		}
		if (data.meta === void 0) {
			const err8 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "meta" },
				message: "must have required property 'meta'"
			};
			if (vErrors === null) vErrors = [err8];
			else vErrors.push(err8);
			errors++;
		}
		if (data.version !== void 0) {
			let data0 = data.version;
			if (typeof data0 !== "string") {
				const err9 = {
					instancePath: instancePath + "/version",
					schemaPath: "#/properties/version/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
			if ("3.0" !== data0) {
				const err10 = {
					instancePath: instancePath + "/version",
					schemaPath: "#/properties/version/const",
					keyword: "const",
					params: { allowedValue: "3.0" },
					message: "must be equal to constant"
				};
				if (vErrors === null) vErrors = [err10];
				else vErrors.push(err10);
				errors++;
			}
		}
		if (data.schema_type !== void 0) {
			let data1 = data.schema_type;
			if (typeof data1 !== "string") {
				const err11 = {
					instancePath: instancePath + "/schema_type",
					schemaPath: "#/properties/schema_type/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
			if ("universal" !== data1) {
				const err12 = {
					instancePath: instancePath + "/schema_type",
					schemaPath: "#/properties/schema_type/const",
					keyword: "const",
					params: { allowedValue: "universal" },
					message: "must be equal to constant"
				};
				if (vErrors === null) vErrors = [err12];
				else vErrors.push(err12);
				errors++;
			}
		}
		if (data.timestamp !== void 0) {
			let data2 = data.timestamp;
			if (typeof data2 === "string") {
				if (!pattern4.test(data2)) {
					const err13 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/$defs/time/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T" },
						message: "must match pattern \"^[0-9]{4}-[0-9]{2}-[0-9]{2}T\""
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
				if (!formats0.validate(data2)) {
					const err14 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/$defs/time/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err14];
					else vErrors.push(err14);
					errors++;
				}
			} else {
				const err15 = {
					instancePath: instancePath + "/timestamp",
					schemaPath: "#/$defs/time/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err15];
				else vErrors.push(err15);
				errors++;
			}
		}
		if (data.expires_at !== void 0) {
			let data3 = data.expires_at;
			if (typeof data3 === "string") {
				if (!pattern4.test(data3)) {
					const err16 = {
						instancePath: instancePath + "/expires_at",
						schemaPath: "#/$defs/time/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T" },
						message: "must match pattern \"^[0-9]{4}-[0-9]{2}-[0-9]{2}T\""
					};
					if (vErrors === null) vErrors = [err16];
					else vErrors.push(err16);
					errors++;
				}
				if (!formats0.validate(data3)) {
					const err17 = {
						instancePath: instancePath + "/expires_at",
						schemaPath: "#/$defs/time/format",
						keyword: "format",
						params: { format: "date-time" },
						message: "must match format \"date-time\""
					};
					if (vErrors === null) vErrors = [err17];
					else vErrors.push(err17);
					errors++;
				}
			} else {
				const err18 = {
					instancePath: instancePath + "/expires_at",
					schemaPath: "#/$defs/time/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err18];
				else vErrors.push(err18);
				errors++;
			}
		}
		if (data.trace_id !== void 0) {
			let data4 = data.trace_id;
			if (typeof data4 === "string") {
				if (!pattern6.test(data4)) {
					const err19 = {
						instancePath: instancePath + "/trace_id",
						schemaPath: "#/properties/trace_id/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" },
						message: "must match pattern \"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$\""
					};
					if (vErrors === null) vErrors = [err19];
					else vErrors.push(err19);
					errors++;
				}
			} else {
				const err20 = {
					instancePath: instancePath + "/trace_id",
					schemaPath: "#/properties/trace_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err20];
				else vErrors.push(err20);
				errors++;
			}
		}
		if (data.source !== void 0) {
			let data5 = data.source;
			if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
				if (data5.skill === void 0) {
					const err21 = {
						instancePath: instancePath + "/source",
						schemaPath: "#/$defs/source/required",
						keyword: "required",
						params: { missingProperty: "skill" },
						message: "must have required property 'skill'"
					};
					if (vErrors === null) vErrors = [err21];
					else vErrors.push(err21);
					errors++;
				}
				if (data5.workflow_id === void 0) {
					const err22 = {
						instancePath: instancePath + "/source",
						schemaPath: "#/$defs/source/required",
						keyword: "required",
						params: { missingProperty: "workflow_id" },
						message: "must have required property 'workflow_id'"
					};
					if (vErrors === null) vErrors = [err22];
					else vErrors.push(err22);
					errors++;
				}
				if (data5.session_path === void 0) {
					const err23 = {
						instancePath: instancePath + "/source",
						schemaPath: "#/$defs/source/required",
						keyword: "required",
						params: { missingProperty: "session_path" },
						message: "must have required property 'session_path'"
					};
					if (vErrors === null) vErrors = [err23];
					else vErrors.push(err23);
					errors++;
				}
				if (data5.phase === void 0) {
					const err24 = {
						instancePath: instancePath + "/source",
						schemaPath: "#/$defs/source/required",
						keyword: "required",
						params: { missingProperty: "phase" },
						message: "must have required property 'phase'"
					};
					if (vErrors === null) vErrors = [err24];
					else vErrors.push(err24);
					errors++;
				}
				if (data5.skill !== void 0) {
					let data6 = data5.skill;
					if (typeof data6 === "string") {
						if (func1(data6) < 1) {
							const err25 = {
								instancePath: instancePath + "/source/skill",
								schemaPath: "#/$defs/source/properties/skill/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err25];
							else vErrors.push(err25);
							errors++;
						}
					} else {
						const err26 = {
							instancePath: instancePath + "/source/skill",
							schemaPath: "#/$defs/source/properties/skill/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err26];
						else vErrors.push(err26);
						errors++;
					}
				}
				if (data5.workflow_id !== void 0) {
					let data7 = data5.workflow_id;
					if (typeof data7 === "string") {
						if (func1(data7) < 1) {
							const err27 = {
								instancePath: instancePath + "/source/workflow_id",
								schemaPath: "#/$defs/source/properties/workflow_id/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err27];
							else vErrors.push(err27);
							errors++;
						}
					} else {
						const err28 = {
							instancePath: instancePath + "/source/workflow_id",
							schemaPath: "#/$defs/source/properties/workflow_id/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err28];
						else vErrors.push(err28);
						errors++;
					}
				}
				if (data5.session_path !== void 0) {
					if (typeof data5.session_path !== "string") {
						const err29 = {
							instancePath: instancePath + "/source/session_path",
							schemaPath: "#/$defs/source/properties/session_path/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err29];
						else vErrors.push(err29);
						errors++;
					}
				}
				if (data5.phase !== void 0) {
					if (typeof data5.phase !== "string") {
						const err30 = {
							instancePath: instancePath + "/source/phase",
							schemaPath: "#/$defs/source/properties/phase/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err30];
						else vErrors.push(err30);
						errors++;
					}
				}
			} else {
				const err31 = {
					instancePath: instancePath + "/source",
					schemaPath: "#/$defs/source/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err31];
				else vErrors.push(err31);
				errors++;
			}
		}
		if (data.target !== void 0) {
			let data10 = data.target;
			if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
				if (data10.skill === void 0) {
					const err32 = {
						instancePath: instancePath + "/target",
						schemaPath: "#/$defs/target/required",
						keyword: "required",
						params: { missingProperty: "skill" },
						message: "must have required property 'skill'"
					};
					if (vErrors === null) vErrors = [err32];
					else vErrors.push(err32);
					errors++;
				}
				if (data10.skill !== void 0) {
					let data11 = data10.skill;
					if (typeof data11 === "string") {
						if (func1(data11) < 1) {
							const err33 = {
								instancePath: instancePath + "/target/skill",
								schemaPath: "#/$defs/target/properties/skill/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err33];
							else vErrors.push(err33);
							errors++;
						}
					} else {
						const err34 = {
							instancePath: instancePath + "/target/skill",
							schemaPath: "#/$defs/target/properties/skill/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err34];
						else vErrors.push(err34);
						errors++;
					}
				}
				if (data10.invocation !== void 0) {
					if (typeof data10.invocation !== "string") {
						const err35 = {
							instancePath: instancePath + "/target/invocation",
							schemaPath: "#/$defs/target/properties/invocation/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err35];
						else vErrors.push(err35);
						errors++;
					}
				}
				if (data10.category !== void 0) {
					if (typeof data10.category !== "string") {
						const err36 = {
							instancePath: instancePath + "/target/category",
							schemaPath: "#/$defs/target/properties/category/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err36];
						else vErrors.push(err36);
						errors++;
					}
				}
				if (data10.expected_phase !== void 0) {
					if (typeof data10.expected_phase !== "string") {
						const err37 = {
							instancePath: instancePath + "/target/expected_phase",
							schemaPath: "#/$defs/target/properties/expected_phase/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err37];
						else vErrors.push(err37);
						errors++;
					}
				}
			} else {
				const err38 = {
					instancePath: instancePath + "/target",
					schemaPath: "#/$defs/target/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err38];
				else vErrors.push(err38);
				errors++;
			}
		}
		if (data.context !== void 0) {
			if (!validate22(data.context, {
				instancePath: instancePath + "/context",
				parentData: data,
				parentDataProperty: "context",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
				errors = vErrors.length;
			}
		}
		if (data.payload !== void 0) {
			if (!validate24(data.payload, {
				instancePath: instancePath + "/payload",
				parentData: data,
				parentDataProperty: "payload",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
				errors = vErrors.length;
			}
		}
		if (data.meta !== void 0) {
			let data17 = data.meta;
			if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
				if (data17.token_count === void 0) {
					const err39 = {
						instancePath: instancePath + "/meta",
						schemaPath: "#/$defs/meta/required",
						keyword: "required",
						params: { missingProperty: "token_count" },
						message: "must have required property 'token_count'"
					};
					if (vErrors === null) vErrors = [err39];
					else vErrors.push(err39);
					errors++;
				}
				if (data17.confidence === void 0) {
					const err40 = {
						instancePath: instancePath + "/meta",
						schemaPath: "#/$defs/meta/required",
						keyword: "required",
						params: { missingProperty: "confidence" },
						message: "must have required property 'confidence'"
					};
					if (vErrors === null) vErrors = [err40];
					else vErrors.push(err40);
					errors++;
				}
				if (data17.token_count !== void 0) {
					let data18 = data17.token_count;
					if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18))) {
						const err41 = {
							instancePath: instancePath + "/meta/token_count",
							schemaPath: "#/$defs/meta/properties/token_count/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err41];
						else vErrors.push(err41);
						errors++;
					}
					if (typeof data18 == "number" && isFinite(data18)) {
						if (data18 < 0 || isNaN(data18)) {
							const err42 = {
								instancePath: instancePath + "/meta/token_count",
								schemaPath: "#/$defs/meta/properties/token_count/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err42];
							else vErrors.push(err42);
							errors++;
						}
					}
				}
				if (data17.confidence !== void 0) {
					let data19 = data17.confidence;
					if (typeof data19 !== "string") {
						const err43 = {
							instancePath: instancePath + "/meta/confidence",
							schemaPath: "#/$defs/meta/properties/confidence/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err43];
						else vErrors.push(err43);
						errors++;
					}
					if (!(data19 === "high" || data19 === "medium" || data19 === "low")) {
						const err44 = {
							instancePath: instancePath + "/meta/confidence",
							schemaPath: "#/$defs/meta/properties/confidence/enum",
							keyword: "enum",
							params: { allowedValues: schema45.properties.confidence.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err44];
						else vErrors.push(err44);
						errors++;
					}
				}
				if (data17.handoff_chain !== void 0) {
					let data20 = data17.handoff_chain;
					if (Array.isArray(data20)) {
						if (data20.length < 1) {
							const err45 = {
								instancePath: instancePath + "/meta/handoff_chain",
								schemaPath: "#/$defs/meta/properties/handoff_chain/minItems",
								keyword: "minItems",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 items"
							};
							if (vErrors === null) vErrors = [err45];
							else vErrors.push(err45);
							errors++;
						}
						const len0 = data20.length;
						for (let i0 = 0; i0 < len0; i0++) if (typeof data20[i0] !== "string") {
							const err46 = {
								instancePath: instancePath + "/meta/handoff_chain/" + i0,
								schemaPath: "#/$defs/meta/properties/handoff_chain/items/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err46];
							else vErrors.push(err46);
							errors++;
						}
					} else {
						const err47 = {
							instancePath: instancePath + "/meta/handoff_chain",
							schemaPath: "#/$defs/meta/properties/handoff_chain/type",
							keyword: "type",
							params: { type: "array" },
							message: "must be array"
						};
						if (vErrors === null) vErrors = [err47];
						else vErrors.push(err47);
						errors++;
					}
				}
				if (data17.handoff_reason !== void 0) {
					if (typeof data17.handoff_reason !== "string") {
						const err48 = {
							instancePath: instancePath + "/meta/handoff_reason",
							schemaPath: "#/$defs/meta/properties/handoff_reason/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err48];
						else vErrors.push(err48);
						errors++;
					}
				}
				if (data17.payload_hash !== void 0) {
					let data23 = data17.payload_hash;
					if (typeof data23 === "string") {
						if (!pattern8.test(data23)) {
							const err49 = {
								instancePath: instancePath + "/meta/payload_hash",
								schemaPath: "#/$defs/meta/properties/payload_hash/pattern",
								keyword: "pattern",
								params: { pattern: "^sha256:[0-9a-f]{64}$" },
								message: "must match pattern \"^sha256:[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err49];
							else vErrors.push(err49);
							errors++;
						}
					} else {
						const err50 = {
							instancePath: instancePath + "/meta/payload_hash",
							schemaPath: "#/$defs/meta/properties/payload_hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err50];
						else vErrors.push(err50);
						errors++;
					}
				}
				if (data17.payload_size_bytes !== void 0) {
					let data24 = data17.payload_size_bytes;
					if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24))) {
						const err51 = {
							instancePath: instancePath + "/meta/payload_size_bytes",
							schemaPath: "#/$defs/meta/properties/payload_size_bytes/type",
							keyword: "type",
							params: { type: "integer" },
							message: "must be integer"
						};
						if (vErrors === null) vErrors = [err51];
						else vErrors.push(err51);
						errors++;
					}
					if (typeof data24 == "number" && isFinite(data24)) {
						if (data24 < 0 || isNaN(data24)) {
							const err52 = {
								instancePath: instancePath + "/meta/payload_size_bytes",
								schemaPath: "#/$defs/meta/properties/payload_size_bytes/minimum",
								keyword: "minimum",
								params: {
									comparison: ">=",
									limit: 0
								},
								message: "must be >= 0"
							};
							if (vErrors === null) vErrors = [err52];
							else vErrors.push(err52);
							errors++;
						}
					}
				}
				if (data17.user_approved !== void 0) {
					if (typeof data17.user_approved !== "boolean") {
						const err53 = {
							instancePath: instancePath + "/meta/user_approved",
							schemaPath: "#/$defs/meta/properties/user_approved/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err53];
						else vErrors.push(err53);
						errors++;
					}
				}
			} else {
				const err54 = {
					instancePath: instancePath + "/meta",
					schemaPath: "#/$defs/meta/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err54];
				else vErrors.push(err54);
				errors++;
			}
		}
		if (data.tracing !== void 0) {
			if (!validate26(data.tracing, {
				instancePath: instancePath + "/tracing",
				parentData: data,
				parentDataProperty: "tracing",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
				errors = vErrors.length;
			}
		}
		for (const key0 in data) if (key0 !== "version" && key0 !== "schema_type" && key0 !== "timestamp" && key0 !== "expires_at" && key0 !== "trace_id" && key0 !== "source" && key0 !== "target" && key0 !== "context" && key0 !== "payload" && key0 !== "meta" && key0 !== "tracing") {
			const err55 = {
				instancePath,
				schemaPath: "#/unevaluatedProperties",
				keyword: "unevaluatedProperties",
				params: { unevaluatedProperty: key0 },
				message: "must NOT have unevaluated properties"
			};
			if (vErrors === null) vErrors = [err55];
			else vErrors.push(err55);
			errors++;
		}
	} else {
		const err56 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err56];
		else vErrors.push(err56);
		errors++;
	}
	validate21.errors = vErrors;
	return errors === 0;
}
validate21.evaluated = {
	"props": true,
	"dynamicProps": false,
	"dynamicItems": false
};
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.handoff === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "handoff" },
				message: "must have required property 'handoff'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.handoff !== void 0) {
			if (!validate21(data.handoff, {
				instancePath: instancePath + "/handoff",
				parentData: data,
				parentDataProperty: "handoff",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
				errors = vErrors.length;
			}
		}
		for (const key0 in data) if (key0 !== "handoff") {
			const err1 = {
				instancePath,
				schemaPath: "#/unevaluatedProperties",
				keyword: "unevaluatedProperties",
				params: { unevaluatedProperty: key0 },
				message: "must NOT have unevaluated properties"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
	} else {
		const err2 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err2];
		else vErrors.push(err2);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": true,
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "4b070e344fcf2975ce3e7b5c16e3094ee0e9a9b52342789c58fba7946e834fd7";

export { schemaHash, validate };
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
const formats0 = require_formats().fullFormats["date-time"];
const pattern4 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T", "u");
const pattern6 = new RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");
const func1 = require_ucs2length().default;
const schema38 = {
	"title": "ProblemType",
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
					schemaPath: "#/$defs/problemType/type",
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
					schemaPath: "#/$defs/problemType/enum",
					keyword: "enum",
					params: { allowedValues: schema38.enum },
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
const schema44 = {
	"title": "Artifact",
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
			"pattern": "^sha256:[0-9a-f]{64}$"
		}
	}
};
const pattern7 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate25.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.artifacts !== void 0) {
			let data0 = data.artifacts;
			if (Array.isArray(data0)) {
				const len0 = data0.length;
				for (let i0 = 0; i0 < len0; i0++) {
					let data1 = data0[i0];
					if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
						if (data1.name === void 0) {
							const err0 = {
								instancePath: instancePath + "/artifacts/" + i0,
								schemaPath: "#/$defs/artifact/required",
								keyword: "required",
								params: { missingProperty: "name" },
								message: "must have required property 'name'"
							};
							if (vErrors === null) vErrors = [err0];
							else vErrors.push(err0);
							errors++;
						}
						if (data1.path === void 0) {
							const err1 = {
								instancePath: instancePath + "/artifacts/" + i0,
								schemaPath: "#/$defs/artifact/required",
								keyword: "required",
								params: { missingProperty: "path" },
								message: "must have required property 'path'"
							};
							if (vErrors === null) vErrors = [err1];
							else vErrors.push(err1);
							errors++;
						}
						if (data1.type === void 0) {
							const err2 = {
								instancePath: instancePath + "/artifacts/" + i0,
								schemaPath: "#/$defs/artifact/required",
								keyword: "required",
								params: { missingProperty: "type" },
								message: "must have required property 'type'"
							};
							if (vErrors === null) vErrors = [err2];
							else vErrors.push(err2);
							errors++;
						}
						if (data1.name !== void 0) {
							if (typeof data1.name !== "string") {
								const err3 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/name",
									schemaPath: "#/$defs/artifact/properties/name/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err3];
								else vErrors.push(err3);
								errors++;
							}
						}
						if (data1.path !== void 0) {
							if (typeof data1.path !== "string") {
								const err4 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/path",
									schemaPath: "#/$defs/artifact/properties/path/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err4];
								else vErrors.push(err4);
								errors++;
							}
						}
						if (data1.type !== void 0) {
							let data4 = data1.type;
							if (typeof data4 !== "string") {
								const err5 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/type",
									schemaPath: "#/$defs/artifact/properties/type/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err5];
								else vErrors.push(err5);
								errors++;
							}
							if (!(data4 === "specification" || data4 === "analysis" || data4 === "code" || data4 === "documentation" || data4 === "data" || data4 === "model" || data4 === "report")) {
								const err6 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/type",
									schemaPath: "#/$defs/artifact/properties/type/enum",
									keyword: "enum",
									params: { allowedValues: schema44.properties.type.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err6];
								else vErrors.push(err6);
								errors++;
							}
						}
						if (data1.description !== void 0) {
							if (typeof data1.description !== "string") {
								const err7 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/description",
									schemaPath: "#/$defs/artifact/properties/description/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err7];
								else vErrors.push(err7);
								errors++;
							}
						}
						if (data1.checksum !== void 0) {
							let data6 = data1.checksum;
							if (typeof data6 === "string") {
								if (!pattern7.test(data6)) {
									const err8 = {
										instancePath: instancePath + "/artifacts/" + i0 + "/checksum",
										schemaPath: "#/$defs/artifact/properties/checksum/pattern",
										keyword: "pattern",
										params: { pattern: "^sha256:[0-9a-f]{64}$" },
										message: "must match pattern \"^sha256:[0-9a-f]{64}$\""
									};
									if (vErrors === null) vErrors = [err8];
									else vErrors.push(err8);
									errors++;
								}
							} else {
								const err9 = {
									instancePath: instancePath + "/artifacts/" + i0 + "/checksum",
									schemaPath: "#/$defs/artifact/properties/checksum/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err9];
								else vErrors.push(err9);
								errors++;
							}
						}
					} else {
						const err10 = {
							instancePath: instancePath + "/artifacts/" + i0,
							schemaPath: "#/$defs/artifact/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err10];
						else vErrors.push(err10);
						errors++;
					}
				}
			} else {
				const err11 = {
					instancePath: instancePath + "/artifacts",
					schemaPath: "#/properties/artifacts/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
		}
		if (data.state !== void 0) {
			let data7 = data.state;
			if (!(data7 && typeof data7 == "object" && !Array.isArray(data7))) {
				const err12 = {
					instancePath: instancePath + "/state",
					schemaPath: "#/properties/state/type",
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
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err13];
		else vErrors.push(err13);
		errors++;
	}
	validate25.errors = vErrors;
	return errors === 0;
}
validate25.evaluated = {
	"props": {
		"artifacts": true,
		"state": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schema46 = {
	"title": "FileReference",
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
const formats4 = require_formats().fullFormats.uri;
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate27.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.files !== void 0) {
			let data0 = data.files;
			if (Array.isArray(data0)) {
				const len0 = data0.length;
				for (let i0 = 0; i0 < len0; i0++) {
					let data1 = data0[i0];
					if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
						if (data1.path === void 0) {
							const err0 = {
								instancePath: instancePath + "/files/" + i0,
								schemaPath: "#/$defs/fileReference/required",
								keyword: "required",
								params: { missingProperty: "path" },
								message: "must have required property 'path'"
							};
							if (vErrors === null) vErrors = [err0];
							else vErrors.push(err0);
							errors++;
						}
						if (data1.path !== void 0) {
							if (typeof data1.path !== "string") {
								const err1 = {
									instancePath: instancePath + "/files/" + i0 + "/path",
									schemaPath: "#/$defs/fileReference/properties/path/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err1];
								else vErrors.push(err1);
								errors++;
							}
						}
						if (data1.description !== void 0) {
							if (typeof data1.description !== "string") {
								const err2 = {
									instancePath: instancePath + "/files/" + i0 + "/description",
									schemaPath: "#/$defs/fileReference/properties/description/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err2];
								else vErrors.push(err2);
								errors++;
							}
						}
						if (data1.relevance !== void 0) {
							let data4 = data1.relevance;
							if (typeof data4 !== "string") {
								const err3 = {
									instancePath: instancePath + "/files/" + i0 + "/relevance",
									schemaPath: "#/$defs/fileReference/properties/relevance/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err3];
								else vErrors.push(err3);
								errors++;
							}
							if (!(data4 === "critical" || data4 === "important" || data4 === "optional")) {
								const err4 = {
									instancePath: instancePath + "/files/" + i0 + "/relevance",
									schemaPath: "#/$defs/fileReference/properties/relevance/enum",
									keyword: "enum",
									params: { allowedValues: schema46.properties.relevance.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err4];
								else vErrors.push(err4);
								errors++;
							}
						}
					} else {
						const err5 = {
							instancePath: instancePath + "/files/" + i0,
							schemaPath: "#/$defs/fileReference/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err5];
						else vErrors.push(err5);
						errors++;
					}
				}
			} else {
				const err6 = {
					instancePath: instancePath + "/files",
					schemaPath: "#/properties/files/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
		}
		if (data.urls !== void 0) {
			let data5 = data.urls;
			if (Array.isArray(data5)) {
				const len1 = data5.length;
				for (let i1 = 0; i1 < len1; i1++) {
					let data6 = data5[i1];
					if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
						if (data6.url === void 0) {
							const err7 = {
								instancePath: instancePath + "/urls/" + i1,
								schemaPath: "#/$defs/urlReference/required",
								keyword: "required",
								params: { missingProperty: "url" },
								message: "must have required property 'url'"
							};
							if (vErrors === null) vErrors = [err7];
							else vErrors.push(err7);
							errors++;
						}
						if (data6.url !== void 0) {
							let data7 = data6.url;
							if (typeof data7 === "string") {
								if (!formats4(data7)) {
									const err8 = {
										instancePath: instancePath + "/urls/" + i1 + "/url",
										schemaPath: "#/$defs/urlReference/properties/url/format",
										keyword: "format",
										params: { format: "uri" },
										message: "must match format \"uri\""
									};
									if (vErrors === null) vErrors = [err8];
									else vErrors.push(err8);
									errors++;
								}
							} else {
								const err9 = {
									instancePath: instancePath + "/urls/" + i1 + "/url",
									schemaPath: "#/$defs/urlReference/properties/url/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err9];
								else vErrors.push(err9);
								errors++;
							}
						}
						if (data6.description !== void 0) {
							if (typeof data6.description !== "string") {
								const err10 = {
									instancePath: instancePath + "/urls/" + i1 + "/description",
									schemaPath: "#/$defs/urlReference/properties/description/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err10];
								else vErrors.push(err10);
								errors++;
							}
						}
					} else {
						const err11 = {
							instancePath: instancePath + "/urls/" + i1,
							schemaPath: "#/$defs/urlReference/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err11];
						else vErrors.push(err11);
						errors++;
					}
				}
			} else {
				const err12 = {
					instancePath: instancePath + "/urls",
					schemaPath: "#/properties/urls/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err12];
				else vErrors.push(err12);
				errors++;
			}
		}
	} else {
		const err13 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err13];
		else vErrors.push(err13);
		errors++;
	}
	validate27.errors = vErrors;
	return errors === 0;
}
validate27.evaluated = {
	"props": {
		"files": true,
		"urls": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
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
			if (!validate25(data.session, {
				instancePath: instancePath + "/session",
				parentData: data,
				parentDataProperty: "session",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
				errors = vErrors.length;
			}
		}
		if (data.references !== void 0) {
			if (!validate27(data.references, {
				instancePath: instancePath + "/references",
				parentData: data,
				parentDataProperty: "references",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
				errors = vErrors.length;
			}
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
const schema49 = {
	"title": "Confidence",
	"type": "string",
	"enum": [
		"high",
		"medium",
		"low"
	]
};
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate30.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.token_count === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "token_count" },
				message: "must have required property 'token_count'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.confidence === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "confidence" },
				message: "must have required property 'confidence'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.token_count !== void 0) {
			let data0 = data.token_count;
			if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
				const err2 = {
					instancePath: instancePath + "/token_count",
					schemaPath: "#/properties/token_count/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err2];
				else vErrors.push(err2);
				errors++;
			}
			if (typeof data0 == "number" && isFinite(data0)) {
				if (data0 < 0 || isNaN(data0)) {
					const err3 = {
						instancePath: instancePath + "/token_count",
						schemaPath: "#/properties/token_count/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 0
						},
						message: "must be >= 0"
					};
					if (vErrors === null) vErrors = [err3];
					else vErrors.push(err3);
					errors++;
				}
			}
		}
		if (data.confidence !== void 0) {
			let data1 = data.confidence;
			if (typeof data1 !== "string") {
				const err4 = {
					instancePath: instancePath + "/confidence",
					schemaPath: "#/$defs/confidence/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err4];
				else vErrors.push(err4);
				errors++;
			}
			if (!(data1 === "high" || data1 === "medium" || data1 === "low")) {
				const err5 = {
					instancePath: instancePath + "/confidence",
					schemaPath: "#/$defs/confidence/enum",
					keyword: "enum",
					params: { allowedValues: schema49.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err5];
				else vErrors.push(err5);
				errors++;
			}
		}
		if (data.handoff_chain !== void 0) {
			let data2 = data.handoff_chain;
			if (Array.isArray(data2)) {
				if (data2.length < 1) {
					const err6 = {
						instancePath: instancePath + "/handoff_chain",
						schemaPath: "#/properties/handoff_chain/minItems",
						keyword: "minItems",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 items"
					};
					if (vErrors === null) vErrors = [err6];
					else vErrors.push(err6);
					errors++;
				}
				const len0 = data2.length;
				for (let i0 = 0; i0 < len0; i0++) if (typeof data2[i0] !== "string") {
					const err7 = {
						instancePath: instancePath + "/handoff_chain/" + i0,
						schemaPath: "#/properties/handoff_chain/items/type",
						keyword: "type",
						params: { type: "string" },
						message: "must be string"
					};
					if (vErrors === null) vErrors = [err7];
					else vErrors.push(err7);
					errors++;
				}
			} else {
				const err8 = {
					instancePath: instancePath + "/handoff_chain",
					schemaPath: "#/properties/handoff_chain/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err8];
				else vErrors.push(err8);
				errors++;
			}
		}
		if (data.handoff_reason !== void 0) {
			if (typeof data.handoff_reason !== "string") {
				const err9 = {
					instancePath: instancePath + "/handoff_reason",
					schemaPath: "#/properties/handoff_reason/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
		}
		if (data.payload_hash !== void 0) {
			let data5 = data.payload_hash;
			if (typeof data5 === "string") {
				if (!pattern7.test(data5)) {
					const err10 = {
						instancePath: instancePath + "/payload_hash",
						schemaPath: "#/properties/payload_hash/pattern",
						keyword: "pattern",
						params: { pattern: "^sha256:[0-9a-f]{64}$" },
						message: "must match pattern \"^sha256:[0-9a-f]{64}$\""
					};
					if (vErrors === null) vErrors = [err10];
					else vErrors.push(err10);
					errors++;
				}
			} else {
				const err11 = {
					instancePath: instancePath + "/payload_hash",
					schemaPath: "#/properties/payload_hash/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
		}
		if (data.payload_size_bytes !== void 0) {
			let data6 = data.payload_size_bytes;
			if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
				const err12 = {
					instancePath: instancePath + "/payload_size_bytes",
					schemaPath: "#/properties/payload_size_bytes/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err12];
				else vErrors.push(err12);
				errors++;
			}
			if (typeof data6 == "number" && isFinite(data6)) {
				if (data6 < 0 || isNaN(data6)) {
					const err13 = {
						instancePath: instancePath + "/payload_size_bytes",
						schemaPath: "#/properties/payload_size_bytes/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 0
						},
						message: "must be >= 0"
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
			}
		}
		if (data.user_approved !== void 0) {
			if (typeof data.user_approved !== "boolean") {
				const err14 = {
					instancePath: instancePath + "/user_approved",
					schemaPath: "#/properties/user_approved/type",
					keyword: "type",
					params: { type: "boolean" },
					message: "must be boolean"
				};
				if (vErrors === null) vErrors = [err14];
				else vErrors.push(err14);
				errors++;
			}
		}
	} else {
		const err15 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err15];
		else vErrors.push(err15);
		errors++;
	}
	validate30.errors = vErrors;
	return errors === 0;
}
validate30.evaluated = {
	"props": {
		"token_count": true,
		"confidence": true,
		"handoff_chain": true,
		"handoff_reason": true,
		"payload_hash": true,
		"payload_size_bytes": true,
		"user_approved": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schema50 = {
	"title": "HandoffTracing",
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
const schema51 = {
	"title": "TracingEvent",
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
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate33.evaluated;
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
					params: { allowedValues: schema51.properties.event_type.enum },
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
	validate33.errors = vErrors;
	return errors === 0;
}
validate33.evaluated = {
	"props": {
		"timestamp": true,
		"event_type": true,
		"workflow": true,
		"details": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate32.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.events !== void 0) {
			let data0 = data.events;
			if (Array.isArray(data0)) {
				const len0 = data0.length;
				for (let i0 = 0; i0 < len0; i0++) if (!validate33(data0[i0], {
					instancePath: instancePath + "/events/" + i0,
					parentData: data0,
					parentDataProperty: i0,
					rootData,
					dynamicAnchors
				})) {
					vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
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
					params: { type: schema50.properties.parent_span_id.type },
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
	validate32.errors = vErrors;
	return errors === 0;
}
validate32.evaluated = {
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
			if (!validate30(data.meta, {
				instancePath: instancePath + "/meta",
				parentData: data,
				parentDataProperty: "meta",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
				errors = vErrors.length;
			}
		}
		if (data.tracing !== void 0) {
			if (!validate32(data.tracing, {
				instancePath: instancePath + "/tracing",
				parentData: data,
				parentDataProperty: "tracing",
				rootData,
				dynamicAnchors
			})) {
				vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
				errors = vErrors.length;
			}
		}
		for (const key0 in data) if (key0 !== "version" && key0 !== "schema_type" && key0 !== "timestamp" && key0 !== "expires_at" && key0 !== "trace_id" && key0 !== "source" && key0 !== "target" && key0 !== "context" && key0 !== "payload" && key0 !== "meta" && key0 !== "tracing") {
			const err39 = {
				instancePath,
				schemaPath: "#/unevaluatedProperties",
				keyword: "unevaluatedProperties",
				params: { unevaluatedProperty: key0 },
				message: "must NOT have unevaluated properties"
			};
			if (vErrors === null) vErrors = [err39];
			else vErrors.push(err39);
			errors++;
		}
	} else {
		const err40 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err40];
		else vErrors.push(err40);
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
const schemaHash = "1e3878a93147b99253ec75cae905cdd2c1e8bc672b10feb86777e92031cbe042";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "Universal handoff document, version 3.0",
	"type": "object",
	"required": ["handoff"],
	"properties": { "handoff": { "$ref": "#/$defs/handoff" } },
	"unevaluatedProperties": false,
	"$defs": {
		"time": {
			"description": "RFC 3339 date and time with Z or an offset.",
			"type": "string",
			"format": "date-time",
			"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T"
		},
		"texts": {
			"type": "array",
			"items": { "type": "string" }
		},
		"handoff": {
			"title": "Handoff",
			"type": "object",
			"required": [
				"version",
				"schema_type",
				"timestamp",
				"trace_id",
				"source",
				"target",
				"context",
				"payload",
				"meta"
			],
			"properties": {
				"version": {
					"type": "string",
					"const": "3.0"
				},
				"schema_type": {
					"type": "string",
					"const": "universal"
				},
				"timestamp": { "$ref": "#/$defs/time" },
				"expires_at": { "$ref": "#/$defs/time" },
				"trace_id": {
					"description": "A lower-case UUID; the same over the whole chain of handoffs.",
					"type": "string",
					"pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
				},
				"source": { "$ref": "#/$defs/source" },
				"target": { "$ref": "#/$defs/target" },
				"context": { "$ref": "#/$defs/context" },
				"payload": { "$ref": "#/$defs/payload" },
				"meta": { "$ref": "#/$defs/meta" },
				"tracing": { "$ref": "#/$defs/tracing" }
			},
			"unevaluatedProperties": false
		},
		"source": {
			"title": "HandoffSource",
			"type": "object",
			"required": [
				"skill",
				"workflow_id",
				"session_path",
				"phase"
			],
			"properties": {
				"skill": {
					"type": "string",
					"minLength": 1
				},
				"workflow_id": {
					"type": "string",
					"minLength": 1
				},
				"session_path": { "type": "string" },
				"phase": { "type": "string" }
			}
		},
		"target": {
			"title": "HandoffTarget",
			"type": "object",
			"required": ["skill"],
			"properties": {
				"skill": {
					"type": "string",
					"minLength": 1
				},
				"invocation": { "type": "string" },
				"category": { "type": "string" },
				"expected_phase": { "type": "string" }
			}
		},
		"context": {
			"title": "HandoffContext",
			"type": "object",
			"required": ["summary", "problem_type"],
			"properties": {
				"summary": {
					"type": "string",
					"minLength": 1,
					"maxLength": 500
				},
				"problem_type": { "$ref": "#/$defs/problemType" },
				"original_prompt": { "type": "string" },
				"focus_areas": { "$ref": "#/$defs/texts" },
				"known_gaps": { "$ref": "#/$defs/texts" },
				"success_criteria": { "$ref": "#/$defs/texts" }
			}
		},
		"payload": {
			"title": "HandoffPayload",
			"type": "object",
			"required": ["working"],
			"properties": {
				"working": { "type": "object" },
				"session": { "$ref": "#/$defs/session" },
				"references": { "$ref": "#/$defs/references" }
			}
		},
		"problemType": {
			"title": "ProblemType",
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
		"confidence": {
			"title": "Confidence",
			"type": "string",
			"enum": [
				"high",
				"medium",
				"low"
			]
		},
		"session": {
			"title": "HandoffSession",
			"type": "object",
			"properties": {
				"artifacts": {
					"type": "array",
					"items": { "$ref": "#/$defs/artifact" }
				},
				"state": { "type": "object" }
			}
		},
		"references": {
			"title": "HandoffReferences",
			"type": "object",
			"properties": {
				"files": {
					"type": "array",
					"items": { "$ref": "#/$defs/fileReference" }
				},
				"urls": {
					"type": "array",
					"items": { "$ref": "#/$defs/urlReference" }
				}
			}
		},
		"artifact": {
			"title": "Artifact",
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
					"pattern": "^sha256:[0-9a-f]{64}$"
				}
			}
		},
		"fileReference": {
			"title": "FileReference",
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
		},
		"urlReference": {
			"title": "UrlReference",
			"type": "object",
			"required": ["url"],
			"properties": {
				"url": {
					"type": "string",
					"format": "uri"
				},
				"description": { "type": "string" }
			}
		},
		"meta": {
			"title": "HandoffMeta",
			"type": "object",
			"required": ["token_count", "confidence"],
			"properties": {
				"token_count": {
					"description": "At most 2000; that limit is checked with the measured count, so that a larger number leads to compression.",
					"type": "integer",
					"minimum": 0
				},
				"confidence": { "$ref": "#/$defs/confidence" },
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
		},
		"tracing": {
			"title": "HandoffTracing",
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
		},
		"tracingEvent": {
			"title": "TracingEvent",
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
		}
	}
};

export { schema, schemaHash, validate };
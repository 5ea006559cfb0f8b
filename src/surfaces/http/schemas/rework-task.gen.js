// Generated from schema/http/rework-task.schema.json by npm run generate.
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

// \0validator.js
const validate = validate20;
const func1 = require_ucs2length().default;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.reason === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "reason" },
				message: "must have required property 'reason'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		for (const key0 in data) if (!(key0 === "reason" || key0 === "by")) {
			const err1 = {
				instancePath,
				schemaPath: "#/additionalProperties",
				keyword: "additionalProperties",
				params: { additionalProperty: key0 },
				message: "must NOT have additional properties"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.reason !== void 0) {
			let data0 = data.reason;
			if (typeof data0 === "string") {
				if (func1(data0) > 1e4) {
					const err2 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/maxLength",
						keyword: "maxLength",
						params: { limit: 1e4 },
						message: "must NOT have more than 10000 characters"
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
				if (func1(data0) < 1) {
					const err3 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/minLength",
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
					instancePath: instancePath + "/reason",
					schemaPath: "#/properties/reason/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err4];
				else vErrors.push(err4);
				errors++;
			}
		}
		if (data.by !== void 0) {
			let data1 = data.by;
			if (typeof data1 === "string") {
				if (func1(data1) > 200) {
					const err5 = {
						instancePath: instancePath + "/by",
						schemaPath: "#/properties/by/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err5];
					else vErrors.push(err5);
					errors++;
				}
				if (func1(data1) < 1) {
					const err6 = {
						instancePath: instancePath + "/by",
						schemaPath: "#/properties/by/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err6];
					else vErrors.push(err6);
					errors++;
				}
			} else {
				const err7 = {
					instancePath: instancePath + "/by",
					schemaPath: "#/properties/by/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err7];
				else vErrors.push(err7);
				errors++;
			}
		}
	} else {
		const err8 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err8];
		else vErrors.push(err8);
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
const schemaHash = "d9563ea1dfdeb70febb220bbff872c8cb3ca843e8c0bcceed0345337b22229b7";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "Why a task has to be done again",
	"type": "object",
	"required": ["reason"],
	"properties": {
		"reason": {
			"type": "string",
			"minLength": 1,
			"maxLength": 1e4
		},
		"by": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		}
	},
	"additionalProperties": false
};

export { schema, schemaHash, validate };
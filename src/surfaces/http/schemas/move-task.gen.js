// Generated from schema/http/move-task.schema.json by npm run generate.
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
const schema31 = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "A move of a task to another status",
	"type": "object",
	"required": ["to"],
	"properties": {
		"to": { "enum": [
			"backlog",
			"ready",
			"in-progress",
			"blocked",
			"review",
			"done",
			"cancelled",
			"deadletter"
		] },
		"rev": {
			"type": "integer",
			"minimum": 1
		},
		"reason": {
			"type": "string",
			"pattern": "\\S",
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
const func1 = require_ucs2length().default;
const pattern4 = new RegExp("\\S", "u");
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.to === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "to" },
				message: "must have required property 'to'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		for (const key0 in data) if (!(key0 === "to" || key0 === "rev" || key0 === "reason" || key0 === "by")) {
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
		if (data.to !== void 0) {
			let data0 = data.to;
			if (!(data0 === "backlog" || data0 === "ready" || data0 === "in-progress" || data0 === "blocked" || data0 === "review" || data0 === "done" || data0 === "cancelled" || data0 === "deadletter")) {
				const err2 = {
					instancePath: instancePath + "/to",
					schemaPath: "#/properties/to/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.to.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err2];
				else vErrors.push(err2);
				errors++;
			}
		}
		if (data.rev !== void 0) {
			let data1 = data.rev;
			if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
				const err3 = {
					instancePath: instancePath + "/rev",
					schemaPath: "#/properties/rev/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err3];
				else vErrors.push(err3);
				errors++;
			}
			if (typeof data1 == "number" && isFinite(data1)) {
				if (data1 < 1 || isNaN(data1)) {
					const err4 = {
						instancePath: instancePath + "/rev",
						schemaPath: "#/properties/rev/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 1
						},
						message: "must be >= 1"
					};
					if (vErrors === null) vErrors = [err4];
					else vErrors.push(err4);
					errors++;
				}
			}
		}
		if (data.reason !== void 0) {
			let data2 = data.reason;
			if (typeof data2 === "string") {
				if (func1(data2) > 1e4) {
					const err5 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/maxLength",
						keyword: "maxLength",
						params: { limit: 1e4 },
						message: "must NOT have more than 10000 characters"
					};
					if (vErrors === null) vErrors = [err5];
					else vErrors.push(err5);
					errors++;
				}
				if (!pattern4.test(data2)) {
					const err6 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/pattern",
						keyword: "pattern",
						params: { pattern: "\\S" },
						message: "must match pattern \"\\S\""
					};
					if (vErrors === null) vErrors = [err6];
					else vErrors.push(err6);
					errors++;
				}
			} else {
				const err7 = {
					instancePath: instancePath + "/reason",
					schemaPath: "#/properties/reason/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err7];
				else vErrors.push(err7);
				errors++;
			}
		}
		if (data.by !== void 0) {
			let data3 = data.by;
			if (typeof data3 === "string") {
				if (func1(data3) > 200) {
					const err8 = {
						instancePath: instancePath + "/by",
						schemaPath: "#/properties/by/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err8];
					else vErrors.push(err8);
					errors++;
				}
				if (func1(data3) < 1) {
					const err9 = {
						instancePath: instancePath + "/by",
						schemaPath: "#/properties/by/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err9];
					else vErrors.push(err9);
					errors++;
				}
			} else {
				const err10 = {
					instancePath: instancePath + "/by",
					schemaPath: "#/properties/by/type",
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
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err11];
		else vErrors.push(err11);
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
const schemaHash = "3bdaa5204ba10e6d95033a382952b7dcb1dceb28a2af9d779e5daf0177b3c841";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "A move of a task to another status",
	"type": "object",
	"required": ["to"],
	"properties": {
		"to": { "enum": [
			"backlog",
			"ready",
			"in-progress",
			"blocked",
			"review",
			"done",
			"cancelled",
			"deadletter"
		] },
		"rev": {
			"type": "integer",
			"minimum": 1
		},
		"reason": {
			"type": "string",
			"pattern": "\\S",
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
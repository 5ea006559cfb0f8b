// Generated from schema/aof-handoff-ack.schema.json by npm run generate.
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
const pattern4 = new RegExp("^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$", "u");
const func1 = require_ucs2length().default;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.taskId !== void 0) {
			let data0 = data.taskId;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err0 = {
						instancePath: instancePath + "/taskId",
						schemaPath: "#/properties/taskId/pattern",
						keyword: "pattern",
						params: { pattern: "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$" },
						message: "must match pattern \"^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$\""
					};
					if (vErrors === null) vErrors = [err0];
					else vErrors.push(err0);
					errors++;
				}
			} else {
				const err1 = {
					instancePath: instancePath + "/taskId",
					schemaPath: "#/properties/taskId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.reason !== void 0) {
			let data1 = data.reason;
			if (typeof data1 === "string") {
				if (func1(data1) > 1e6) {
					const err2 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/maxLength",
						keyword: "maxLength",
						params: { limit: 1e6 },
						message: "must NOT have more than 1000000 characters"
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
			} else {
				const err3 = {
					instancePath: instancePath + "/reason",
					schemaPath: "#/properties/reason/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err3];
				else vErrors.push(err3);
				errors++;
			}
		}
		if (data.requeue !== void 0) {
			if (typeof data.requeue !== "boolean") {
				const err4 = {
					instancePath: instancePath + "/requeue",
					schemaPath: "#/properties/requeue/type",
					keyword: "type",
					params: { type: "boolean" },
					message: "must be boolean"
				};
				if (vErrors === null) vErrors = [err4];
				else vErrors.push(err4);
				errors++;
			}
		}
	} else {
		const err5 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err5];
		else vErrors.push(err5);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"taskId": true,
		"reason": true,
		"requeue": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "d50a5011b94c3453930754fc332c945916bf100f45a394c6dc13838c77888fa2";

export { schemaHash, validate };
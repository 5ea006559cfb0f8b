// Generated from schema/http/hook.schema.json by npm run generate.
// \0validator.js
const validate = validate20;
const schema31 = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "An event of an agent's host",
	"type": "object",
	"properties": {
		"content": { "type": ["string", "object"] },
		"payload": { "type": "object" },
		"sessionId": { "type": "string" },
		"taskId": { "type": "string" },
		"runId": { "type": "string" }
	}
};
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.content !== void 0) {
			let data0 = data.content;
			if (typeof data0 !== "string" && !(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
				const err0 = {
					instancePath: instancePath + "/content",
					schemaPath: "#/properties/content/type",
					keyword: "type",
					params: { type: schema31.properties.content.type },
					message: "must be string,object"
				};
				if (vErrors === null) vErrors = [err0];
				else vErrors.push(err0);
				errors++;
			}
		}
		if (data.payload !== void 0) {
			let data1 = data.payload;
			if (!(data1 && typeof data1 == "object" && !Array.isArray(data1))) {
				const err1 = {
					instancePath: instancePath + "/payload",
					schemaPath: "#/properties/payload/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.sessionId !== void 0) {
			if (typeof data.sessionId !== "string") {
				const err2 = {
					instancePath: instancePath + "/sessionId",
					schemaPath: "#/properties/sessionId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err2];
				else vErrors.push(err2);
				errors++;
			}
		}
		if (data.taskId !== void 0) {
			if (typeof data.taskId !== "string") {
				const err3 = {
					instancePath: instancePath + "/taskId",
					schemaPath: "#/properties/taskId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err3];
				else vErrors.push(err3);
				errors++;
			}
		}
		if (data.runId !== void 0) {
			if (typeof data.runId !== "string") {
				const err4 = {
					instancePath: instancePath + "/runId",
					schemaPath: "#/properties/runId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
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
		"content": true,
		"payload": true,
		"sessionId": true,
		"taskId": true,
		"runId": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "d6975b9c7651d8cadea26ad6c5c0c3487059d05953ed4725bb69b90ab87348f4";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "An event of an agent's host",
	"type": "object",
	"properties": {
		"content": { "type": ["string", "object"] },
		"payload": { "type": "object" },
		"sessionId": { "type": "string" },
		"taskId": { "type": "string" },
		"runId": { "type": "string" }
	}
};

export { schema, schemaHash, validate };
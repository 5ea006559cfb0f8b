// Generated from schema/http/message.schema.json by npm run generate.
// \0validator.js
const validate = validate20;
const schema31 = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "A protocol message, or text that may hold one",
	"type": "object",
	"properties": {
		"protocol": { "type": "string" },
		"type": { "type": "string" },
		"content": { "type": ["string", "object"] }
	}
};
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.protocol !== void 0) {
			if (typeof data.protocol !== "string") {
				const err0 = {
					instancePath: instancePath + "/protocol",
					schemaPath: "#/properties/protocol/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err0];
				else vErrors.push(err0);
				errors++;
			}
		}
		if (data.type !== void 0) {
			if (typeof data.type !== "string") {
				const err1 = {
					instancePath: instancePath + "/type",
					schemaPath: "#/properties/type/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.content !== void 0) {
			let data2 = data.content;
			if (typeof data2 !== "string" && !(data2 && typeof data2 == "object" && !Array.isArray(data2))) {
				const err2 = {
					instancePath: instancePath + "/content",
					schemaPath: "#/properties/content/type",
					keyword: "type",
					params: { type: schema31.properties.content.type },
					message: "must be string,object"
				};
				if (vErrors === null) vErrors = [err2];
				else vErrors.push(err2);
				errors++;
			}
		}
	} else {
		const err3 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err3];
		else vErrors.push(err3);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"protocol": true,
		"type": true,
		"content": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "58429361b2adcbe4350b554edcdc2bb8ae7c111932d4e19c6dca7eae5a7cd3d7";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "A protocol message, or text that may hold one",
	"type": "object",
	"properties": {
		"protocol": { "type": "string" },
		"type": { "type": "string" },
		"content": { "type": ["string", "object"] }
	}
};

export { schema, schemaHash, validate };
import type { SchemaError } from './validators/handoff.gen.js';

export interface SchemaFault {
  /** JSON Pointer of the value at fault; of a missing one, where it belongs. */
  readonly path: string;
  readonly message: string;
}

/** Ajv's errors in words for people, one per place. */
export function describeSchemaErrors(errors: readonly SchemaError[]): SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  for (const error of errors) {
    const fault = describe(error);
    if (!faults.has(fault.path)) faults.set(fault.path, fault);
  }
  return [...faults.values()];
}

function describe({ instancePath, keyword, params, message }: SchemaError): SchemaFault {
  const at = (name: unknown): string => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { path: at(params['missingProperty']), message: 'is missing' };
    case 'additionalProperties':
      return { path: at(params['additionalProperty']), message: 'is not a field of this document' };
    case 'type':
      return { path: instancePath, message: `must be ${String(params['type']).replaceAll(',', ' or ')}` };
    case 'enum':
      return { path: instancePath, message: `must be one of ${listOf(params['allowedValues'])}` };
    case 'const':
      return { path: instancePath, message: `must be ${String(params['allowedValue'])}, the supported version` };
    case 'pattern':
      return { path: instancePath, message: `has the wrong form: ${formOf(instancePath)}` };
    default:
      return { path: instancePath, message: message ?? 'is not valid' };
  }
}

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : String(values));

function formOf(path: string): string {
  if (path.endsWith('_id')) return 'a UUID of version 4 is expected';
  if (path.endsWith('hash')) return '64 lower-case hex digits are expected';
  return 'a semantic version such as 1.0.0 is expected, three numbers and no leading v';
}

export { findHandedDocument } from './handed.ts';
export { passHandoff, recordRefusal, type Passage, type PassOptions } from './pass-handoff.ts';
export { prepareParcel, type Parcel, type ParcelRequest } from './prepare-parcel.ts';

export { doctor, type DoctorRequest, type DoctorRow } from './doctor.ts';

export { viewFleet, type FleetView, type MachineView } from './view-fleet.ts';

export { isPlaceholder, readPriority, splitId, type ItemState } from './dialect.ts';
export { addItem, blockItem, completeItem, unblockItem } from './edit-items.ts';
export { findItem, getItem, findIdStyle, highestId, renderId } from './find-item.ts';
export { isOpen, labelOf, type Item } from './item.ts';
export {
  appendOverflow,
  isActive,
  limitItems,
  MAX_ACTIVE,
  EMPTY_NEXT_ACTIONS,
  hasSubstance,
  namesWork,
} from './active-items.ts';
export { parseItems } from './parse-items.ts';

export { isPlaceholder, readPriority, splitId, type ItemState } from './dialect.ts';
export { addItem, blockItem, completeItem, unblockItem } from './edit-items.ts';
export { findItem, getItem } from './find-item.ts';
export { findIdStyle, highestId, renderId } from './item-ids.ts';
export { isOpen, labelOf, type Item } from './item.ts';
export { appendOverflow, isActive, limitItems, MAX_ACTIVE } from './limit-items.ts';
export { parseItems } from './parse-items.ts';
export { EMPTY_NEXT_ACTIONS, hasSubstance, namesWork } from './names-work.ts';

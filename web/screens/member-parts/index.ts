export {
  endedChargesQuery,
  openChargesQuery,
  DebtFact,
  StripFact,
  AgeFact,
  MemberFacts,
  ContactFact,
  memberPhotos,
} from './member-facts.tsx'
export { debtOf, memberColumns } from './first-members.ts'
export { PossibleDuplicates, usePossibleDuplicates, useFillFromPerson } from './known-people.tsx'
export { default as memberCellsClasses } from './member-cells.module.css'
export {
  DebtCell,
  MemberCard,
  NameCell,
  cardFields,
  SinceCell,
  StateCell,
  StripCell,
} from './member-cells.tsx'
export { default as memberSheetClasses } from './member-sheet.module.css'
export { stateBadge, useIsDeceased, useStatePresets } from './member-states.ts'
export { admitted, stateNamesList } from './members-question.ts'
export { PreviewMemberField } from './seen-with.tsx'
export { searchHint } from './search-hint.ts'

export {
  endedChargesQuery,
  openChargesQuery,
  DebtFact,
  StripFact,
  Age,
  MemberFacts,
  Reach,
  memberPhotos,
} from './member-facts.tsx'
export { debtOf, memberColumns } from './first-members.ts'
export { KnownPeople, useKnownPeople, useFillFromPerson } from './known-people.tsx'
export { default as memberCellsClasses } from './member-cells.module.css'
export { DebtCell, MemberCard, NameCell, cardFields, SinceCell, StripCell } from './member-cells.tsx'
export { default as memberSheetClasses } from './member-sheet.module.css'
export { useIsDeceased, useStatePresets } from './member-states.ts'
export { stateNamesList } from './members-question.ts'
export { SeenWith } from './seen-with.tsx'

export { default as accountStatementClasses } from './account-statement.module.css'
export { AccountStatement, type StatementEntry } from './account-statement.tsx'
export { MemberContacts } from './member-contacts.tsx'

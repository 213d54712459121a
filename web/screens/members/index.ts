export { default as accountStatementClasses } from './account-statement.module.css'
export { AccountStatement } from './account-statement.tsx'
export { MemberContacts } from './member-contacts.tsx'
export { type StatementEntry } from './statement-query.ts'

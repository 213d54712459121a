export { useCreateAccountsFor } from './use-create-accounts-for.ts'

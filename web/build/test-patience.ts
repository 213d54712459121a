import { configure } from '@testing-library/react'

// Patience, for machines that do other things too; nothing waits when there is nothing to wait for.
configure({ asyncUtilTimeout: 15_000 })

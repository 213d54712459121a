import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { usePrefetch } from '../../ui/prefetch.ts'
import { generatePath } from '../../paths/dues.ts'

/** The way to generate quotas, for whoever may. */
export function GenerateLink() {
  const terminology = useTerminology()
  const to = generatePath(terminology)
  const prefetch = usePrefetch(to)
  if (!useMay('quotaRuns').create) return null
  return (
    <Button
      component={Link}
      to={to}
      {...prefetch}
      variant="default"
      leftSection={<IconCalendarPlus size="1.125rem" stroke={1.5} />}
    >
      {fillTerms('Gerar {membershipPayments}', terminology)}
    </Button>
  )
}

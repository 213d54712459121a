import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { generatePath } from '../../paths/dues.ts'

/** A link to generate quotas; hidden without permission. */
export function GenerateLink() {
  const terminology = useTerminology()
  if (!useMay('quotaRuns').create) return null
  return (
    <Button
      component={AppLink}
      to={generatePath(terminology)}
      variant="default"
      leftSection={<IconCalendarPlus size="1.125rem" stroke={1.5} />}
    >
      {fillTerms('Gerar {membershipPayments}', terminology)}
    </Button>
  )
}

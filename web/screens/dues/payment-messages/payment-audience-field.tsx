import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../../api/queries.ts'
import type { FormControls } from '../../../resource/record-form.tsx'
import { useDebtFilters } from '../debt-filters.ts'
import { AudienceBox, ChosenOnes, SearchedOnes } from '../../messages/index.ts'
import { audienceOf, chosenText, everybodyWhoOwes } from './payment-audience.ts'

/** Who the message is for: whoever owes the debts that were chosen, or those that a search finds when it leaves. */
export function PaymentAudienceField({ form }: { form: FormControls }) {
  const terminology = useTerminology()
  const filters = useDebtFilters()
  const audience = audienceOf(form.values)
  const chosen = chosenText(audience, terminology)
  const error = form.errorOf('memberIds') ?? form.errorOf('unsettledPaymentIds') ?? form.errorOf('debts')
  return (
    <AudienceBox error={error}>
      {chosen === undefined ? (
        <SearchedOnes
          resource="unsettledPayments"
          setups={filters}
          label="Pesquisar dívidas"
          placeholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
          query={audience.debts?.query ?? {}}
          onChange={(query) => form.set('debts', { query })}
        />
      ) : (
        <ChosenOnes onChange={() => form.setMany({ ...everybodyWhoOwes })}>{chosen}</ChosenOnes>
      )}
    </AudienceBox>
  )
}

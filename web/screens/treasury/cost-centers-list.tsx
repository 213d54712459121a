import { RecordList } from '../../resource/record-list.tsx'
import { costCentersPath } from '../../paths/treasury.ts'
import { WithAccounts } from './with-accounts.tsx'

/** The list of cost centres. */
export default function CostCentersList() {
  return (
    <WithAccounts>
      <RecordList
        resource="costCenters"
        newPath={`${costCentersPath}/novo`}
        purpose="Aqui ficam as secções, os projetos e os eventos de que se quer saber quanto recebem e quanto gastam."
      />
    </WithAccounts>
  )
}

import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { externalEntitiesPath } from '../../paths/treasury.ts'
import { RecordList } from '../../resource/record-list.tsx'
import { WithAccounts } from './with-accounts.tsx'

/** The list of suppliers, funders and others who are not members. */
export default function ExternalEntitiesList() {
  return (
    <WithAccounts>
      <RecordList
        resource="externalEntities"
        newPath={`${externalEntitiesPath}/novo`}
        searchPlaceholder="Nome, NIF, contacto…"
        purpose={fillTerms(
          'Aqui ficam os fornecedores, os financiadores e os doadores que não são {memberPlural}.',
          useTerminology(),
        )}
      />
    </WithAccounts>
  )
}

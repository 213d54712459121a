import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FoundPage } from '../../resource/found-page.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { LetterPage } from './letter-page.tsx'
import { letterQuery } from './letter.ts'

/** The page of the letter that is sent with a card. */
export default function CardLetterScreen() {
  const { id } = useParams()
  const found = useQuery(letterQuery(id))
  return (
    <FoundPage found={found} none={<NoSuchPage>Esta carta não existe.</NoSuchPage>}>
      {(letter) => <LetterPage key={`${letter.cardId} ${letter._id ?? 'new'}`} letter={letter} />}
    </FoundPage>
  )
}

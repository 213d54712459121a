// which declared const/function fragments contain $n
import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import { readFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
const root=process.argv[2]+'/'
const files=execSync('git ls-files server bench',{cwd:root,encoding:'utf8'}).trim().split('\n').filter(f=>f.endsWith('.ts')&&!f.endsWith('.test.ts'))
for(const f of files){
  const src=readFileSync(root+f,'utf8')
  const {program}=parseSync(f,src)
  const inCalls=[]
  walk(program,{enter(n){
    if(n.type==='CallExpression'&&(n.callee.property?.name==='query'||n.callee.name==='prepared'))inCalls.push([n.start,n.end])
    const str=n.type==='TemplateLiteral'?src.slice(n.start,n.end):n.type==='Literal'&&typeof n.value==='string'?n.value:null
    if(str&&/\$\d/.test(str)&&!inCalls.some(([a,b])=>n.start>=a&&n.end<=b))
      console.log(f+':'+src.slice(0,n.start).split('\n').length,src.slice(Math.max(0,n.start-40),n.start+70).replace(/\s+/g,' '))
  }})
}

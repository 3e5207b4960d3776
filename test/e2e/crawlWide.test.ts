import { crawl } from './crawl'

crawl('wide')

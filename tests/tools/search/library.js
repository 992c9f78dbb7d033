import MiniSearch from "minisearch";
import SearchableMap from "minisearch/SearchableMap";
import { stemmer } from "stemmer";
window.searchLibrary = { MiniSearch, SearchableMap, stemmer };
